//! The bundled bots are as strong as documented. Their matches are the same on every machine, so
//! the results do not depend on chance. Longer series: `cargo bench -p botyard --bench strength`.

#[path = "../benches/strength/series.rs"]
mod series;

/// Whole series take long, the bundled bots never change, and other tests hold the rules.
mod complete {
    use botyard_host::module::ModuleLoader;

    use super::series::series;

    const GAMES: u32 = 20;

    #[track_caller]
    fn check(game: &str, stronger: &str, weaker: &str, at_least: u32) {
        check_games(game, stronger, weaker, at_least, GAMES);
    }

    #[track_caller]
    fn check_games(game: &str, stronger: &str, weaker: &str, at_least: u32, games: u32) {
        let loader = ModuleLoader::new().expect("wasmtime works here");
        let score = series(&loader, game, [stronger, weaker], games);
        assert!(score.won[0] >= at_least, "{stronger} against {weaker}: {score:?}");
        assert_eq!(score.faults, 0, "{stronger} against {weaker}: {score:?}");
    }

    #[test]
    fn sleuth_beats_forfax_and_dummy_in_four_games_of_five() {
        check("stratego", "sleuth", "forfax", 16);
        check("stratego", "sleuth", "dummy", 16);
    }

    #[test]
    fn forfax_beats_dummy_in_four_games_of_five() {
        check("stratego", "forfax", "dummy", 16);
    }

    #[test]
    fn hunter_beats_greedy_in_nine_games_of_ten() {
        check("generals", "hunter", "greedy", 18);
    }

    #[test]
    fn greedy_beats_random_in_four_games_of_five() {
        check("generals", "greedy", "random", 16);
    }

    #[cfg(javascript)]
    #[test]
    fn lookahead_beats_tactician_in_seven_games_of_ten() {
        check("connect-four", "lookahead", "tactician", 14);
    }

    #[cfg(javascript)]
    #[test]
    fn gambler_beats_dummy_in_four_games_of_five() {
        check("stratego", "gambler", "dummy", 16);
    }

    #[cfg(python)]
    #[test]
    fn bots_in_python_beat_the_easy_ones_in_nine_games_of_ten() {
        // They think longest.
        check_games("connect-four", "sampler", "random", 9, 10);
        check_games("stratego", "scholar", "dummy", 9, 10);
        check_games("generals", "forager", "random", 9, 10);
        check_games("bitmartyr", "settler", "random", 9, 10);
    }

    #[cfg(javascript)]
    #[test]
    fn pioneer_beats_random_in_nine_games_of_ten() {
        check("generals", "pioneer", "random", 18);
    }
}

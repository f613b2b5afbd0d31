//! The models of the games that have one: their files, and the features of positions.

use botyard_engine::catalog::{self, NAMES, Playable, Visitor};
use botyard_engine::win_model::WinModel;

/// The turns of a random match that are looked at.
const TURNS: usize = 400;

/// Plays at random and checks the features of each position.
struct CheckFeatures(&'static str);

impl Visitor for CheckFeatures {
    type Out = ();

    fn visit<G: Playable>(self) {
        let Some(features) = G::WIN_FEATURES else { return };
        let game = self.0;
        let model = WinModel::read(features.model).unwrap_or_else(|why| panic!("{game}: {why}"));
        assert_eq!(model.weights.len(), features.names.len(), "{game}");
        assert!(model.bands.len() > 1, "{game}: the bands are measured");
        assert!(model.bands.windows(2).all(|pair| pair[0].estimate < pair[1].estimate), "{game}");
        let mut random = fastrand::Rng::with_seed(3);
        let mut position = G::start(&G::settings(2, 7), 2).expect("the usual start");
        for turn in 0..TURNS {
            let Some(seat) = position.to_act().lowest() else { break };
            let measured = (features.measure)(&position);
            let chance = model.estimate(&measured);
            assert_eq!(measured.len(), features.names.len(), "{game}");
            assert!(measured.iter().all(|feature| feature.abs() <= 1.5), "{game}, turn {turn}: {measured:?}");
            assert!(chance.low <= chance.estimate && chance.estimate <= chance.high, "{game}, turn {turn}: {chance:?}");
            let legal: Vec<_> = position.legal(seat).take(50).collect();
            let action = legal[random.usize(..legal.len())].clone();
            position.play(seat, action, &mut Vec::new()).expect("a legal action");
        }
    }
}

#[test]
fn every_position_has_its_features() {
    for name in NAMES {
        catalog::visit(name, CheckFeatures(name)).expect("it is in the catalogue");
    }
}

#[test]
fn nobody_is_ahead_at_the_start() {
    struct StartChance;
    impl Visitor for StartChance {
        type Out = Option<f64>;
        fn visit<G: Playable>(self) -> Option<f64> {
            let features = G::WIN_FEATURES?;
            let model = WinModel::read(features.model).expect("a model");
            let start = G::start(&G::settings(2, 7), 2).expect("the usual start");
            Some(model.estimate(&(features.measure)(&start)).estimate)
        }
    }
    for name in NAMES {
        let chance = catalog::visit(name, StartChance).flatten();
        assert!(chance.is_none_or(|chance| (chance - 0.5).abs() < 0.02), "{name}: {chance:?}");
    }
}

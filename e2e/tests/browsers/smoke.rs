//! The cases of `cargo xtask test --quick`: short ones that cover each view and each game once.

/// The names of the cases. The test program fails if a name has no case.
pub const CASES: [&str; 24] = [
    // The page, and the pages beside it.
    "page::loads_without_an_error",
    "page::the_help_leads_to_the_licences",
    "visitors::a_page_that_is_loaded_again_is_as_it_was",
    "offline::it_can_be_installed",
    "wasi::tests_of_a_suite_are_run",
    // The games: a person, bots, the editor of maps, logs and trials.
    "connect_four::a_person_plays_by_clicks",
    "connect_four::a_file_that_is_no_bot_gets_a_sentence",
    "connect_four::the_same_modules_and_seed_play_the_same_match_as_natively",
    "connect_four::the_player_steps_through_a_match",
    "connect_four::a_phone_has_room_for_everything",
    "stratego::bundled_bots_play_to_the_end_by_themselves",
    "stratego::a_person_sets_up_and_moves_by_clicks",
    "generals::a_person_gives_orders_by_keys",
    "generals::a_log_that_we_wrote_opens_as_a_match",
    "bitmartyr::bots_play_to_the_end_and_a_step_is_one_of_all_of_them",
    "bitmartyr::a_bot_is_run_on_an_input_that_was_edited",
    // The panels and dialogs.
    "transcript::a_transcript_is_followed_searched_and_copied",
    "rerun::the_match_goes_on_with_all_bots_beside_the_recorded_one",
    "cases::a_kept_turn_is_judged_as_natively",
    "series::a_listed_game_is_shown_at_its_end",
    "series::an_exported_tournament_is_imported",
    "manual::words_are_searched_lines_tried_and_starters_downloaded",
    "write::the_source_of_a_bundled_bot_is_read_and_run",
    "standalone::the_page_saves_what_others_read",
];

//! What the built page does in real browsers: every file here is a list of cases, and this is the
//! program that runs them.

mod accessibility;
mod accessible_views;
mod bitmartyr;
#[path = "../../../native/tests/programs/build_scripts.rs"]
mod build_scripts;
mod builds;
mod cases;
mod changed_builds;
mod code_editor;
mod connect_four;
mod deferred;
mod depth;
mod draft_notices;
mod drawings;
mod editor_by_ear;
mod embed;
mod fleet;
mod folder;
mod folders;
mod generals;
mod hostile;
mod hosts;
mod interpreter;
mod javascript;
mod ladder;
mod layout;
mod layouts;
mod loop_of_author;
mod loss_report;
mod manual;
mod match_page;
#[path = "../../../native/tests/fleet/server.rs"]
#[allow(dead_code, reason = "the program's tests use all of it")]
mod nats_server;
mod offline;
mod other_formats;
mod page;
mod paste;
mod python;
mod rerun;
mod run_drafts;
mod saved;
mod screen_reader;
mod series;
mod series_numbers;
mod series_storage;
mod served;
mod serving_program;
mod shared_drafts;
mod shortage;
mod standalone;
mod starters;
mod steady;
mod steps;
mod stratego;
mod transcript;
mod turn_steps;
mod typescript;
mod unit_maps;
mod visitors;
mod wasi;
mod without_npm;
mod worker;
mod write;

use std::process::ExitCode;

fn main() -> ExitCode {
    // The longest cases come first, so that they do not run alone at the end.
    let cases = [
        steady::cases(),
        screen_reader::cases(),
        depth::cases(),
        series::cases(),
        series_storage::cases(),
        series_numbers::cases(),
        ladder::cases(),
        shortage::cases(),
        hosts::cases(),
        hostile::cases(),
        offline::cases(),
        changed_builds::cases(),
        rerun::cases(),
        loss_report::cases(),
        cases::cases(),
        builds::cases(),
        folders::cases(),
        steps::cases(),
        loop_of_author::cases(),
        run_drafts::cases(),
        shared_drafts::cases(),
        draft_notices::cases(),
        editor_by_ear::cases(),
        manual::cases(),
        write::cases(),
        code_editor::cases(),
        without_npm::cases(),
        starters::cases(),
        javascript::cases(),
        python::cases(),
        typescript::cases(),
        turn_steps::cases(),
        accessibility::cases(),
        accessible_views::cases(),
        embed::cases(),
        page::cases(),
        deferred::cases(),
        visitors::cases(),
        layout::cases(),
        layouts::cases(),
        transcript::cases(),
        drawings::cases(),
        unit_maps::cases(),
        connect_four::cases(),
        stratego::cases(),
        generals::cases(),
        bitmartyr::cases(),
        other_formats::cases(),
        interpreter::cases(),
        wasi::cases(),
        served::cases(),
        fleet::cases(),
        standalone::cases(),
    ];
    botyard_e2e::run_cases(cases.concat())
}

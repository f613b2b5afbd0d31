//! `botyard rerun REPLAY --seat N BOT`: plays a recorded match again with a bot in one seat, and
//! shows the first answer that differs. Knows no game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::rerun::common_turns;
use botyard_engine::seat::Seat;
use botyard_host::{NoAudience, SeatBody, play_match};
use serde_json::Value;

use super::match_source::{self, OneMatch};
use super::player_answer::PlayerAnswer;
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::args::page_args::PageArgs;
use crate::cli::args::seat_text::parse_seat;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::interrupt;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report::{self, TimeUsed, counted, numbers_to};
use crate::cli::output::stderr_notes::note;
use crate::cli::output::{json, output_file};
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;
use crate::cli::players::repeated_match::{self, RepeatedMatch};
use crate::cli::time_text::parse_time;

const EXAMPLES: &str = "\
Examples:
  botyard rerun lost.json --seat 2 ./new                         where does it play another move?
  botyard rerun lost.json --seat 2 ./new --turn 20               what does it play in turn 20?
  botyard rerun lost.json --seat 2 ./new --with builtin:negamax  how does the match go on?
  botyard rerun games.jsonl --game 17 --seat 2 ./new             in a game of a series";

const AFTER_HELP: &str = "\
The other players do what they did in the record, with the words and times that they had. The match stops at the first \
turn in which the bot does something else, because nobody knows what the others would have done next. Other words for the \
same action, another time and another text on stderr are no difference: `botyard verify` compares these as well.

Exit status: 0 no difference, 2 usage error, 3 the bot did not start, 4 a turn differs, 5 file error, 130 interrupted.";

/// Ask a bot again what a recorded match asked, and show where it answers differently
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// File written by `play --save` or `play --json`, by --store or --jsonl of a series, a log of an
    /// original program, or a link
    source: String,
    /// Player whose place the bot takes, counted from 1
    #[arg(long, value_name = "N", value_parser = parse_seat)]
    seat: usize,
    /// Bot, named as for `botyard play`
    bot: String,
    /// Show the answer in this turn, if the bot does not differ before it
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// After a difference, play the match to its end with these bots as the other players, in seat
    /// order
    #[arg(long, value_name = "BOT", num_args = 1..)]
    with: Vec<String>,
    /// Save the last match that was played to this file as JSON
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    keep_input: KeepInputArgs,
    /// Print only a JSON document on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choice: GameChoiceArgs,
    /// Time limit for one move, if the match had another limit than the game's and the record does
    /// not contain it
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,
    #[command(flatten)]
    page: PageArgs,
}

/// Repeats the match, and shows what differs first.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let source = match_source::read_one(&args.source, &args.choice)?.with_time(args.time);
    let OneMatch { record, remarks, limits } = source;
    remarks.iter().for_each(|remark| note(remark));
    let seat = find_seat(args.seat, &*record)?;
    let asked = args.turn.map(|number| find_turn(&*record, seat, number)).transpose()?;
    if let Some(save) = args.save.as_deref().filter(|save| output_file::are_same(save, Path::new(&args.source))) {
        let save = printable(&save.display().to_string());
        return Err(CommandError::Usage(format!("--save would replace the record {save}: name another file")));
    }
    let save = args.save.as_deref().map(output_file::open_replay).transpose()?;
    let mut loader = PlayerLoader::new(record.game());
    let body = load_bot(&mut loader, &args.bot)?;
    let others = load_others(args, &*record, &mut loader)?;
    let interrupt = interrupt::on_ctrl_c()?;

    let mut bodies: Vec<_> = record.players().iter().cloned().map(SeatBody::Recorded).collect();
    bodies[seat.index()] = body.clone();
    let mut hosted_match = repeated_match::repeat(&*record, bodies, &limits)?;
    args.keep_input.apply(&mut hosted_match)?;
    let turns = asked.map_or(usize::MAX, |index| index + 1);
    let repeated = repeated_match::play(hosted_match, turns, &interrupt)?;
    let now = checked_replay::of_match(&*repeated.game).map_err(CommandError::Internal)?;
    let rerun = RerunReport::new(seat, asked, &*record, &*now, &repeated)?;

    let continued = match (&rerun.difference, others) {
        (Some(_), Some(mut bodies)) => {
            bodies.insert(seat.index(), body);
            let mut hosted_match = repeated_match::repeat(&*record, bodies, &limits)?;
            args.keep_input.apply(&mut hosted_match)?;
            let game = play_match(hosted_match, &mut NoAudience, &interrupt)?;
            let record = checked_replay::of_match(&*game).map_err(CommandError::Internal)?;
            Some((game, record))
        }
        _ => None,
    };
    if let Some(file) = save {
        let (game, saved) = continued.as_ref().map_or((&*repeated.game, &*now), |(game, record)| (&**game, &**record));
        let words = game.transcript().passages();
        // If more was kept of the record, as much is kept again.
        let kept = args.keep_input.bytes().unwrap_or(record.kept_words());
        file.replace_with(|out| saved.write_file(words, kept, out))?;
    }
    let continued = continued.as_ref().map(|(_, record)| &**record);
    let words = repeated.game.transcript().passages();
    report::write_failed_runs(&mut anstream::stderr(), now.players(), words, &now.rounds())?;
    let mut out = anstream::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", json::text(&rerun.document(continued, args.page.url())))?,
        false => {
            rerun.write(&mut out, &args.bot)?;
            if let Some(continued) = continued {
                write_continued(&mut out, &rerun, continued, args)?;
            }
        }
    }
    if interrupt.is_raised() {
        return Err(CommandError::Interrupted);
    }
    match &rerun.difference {
        None => Ok(()),
        Some(difference) if now.failed_to_start() => Err(CommandError::NotStarted(difference.sentence(&rerun))),
        Some(difference) => Err(CommandError::Check(difference.sentence(&rerun))),
    }
}

/// The results of a rerun.
struct RerunReport<'a> {
    seat: Seat,
    /// The index of the turn that was asked for, and its number for people.
    asked: Option<(usize, usize)>,
    recorded: &'a dyn RecordedMatch,
    now: &'a dyn RecordedMatch,
    /// The number of the bot's turns that are as recorded.
    own_turns: usize,
    difference: Option<AnswerDifference>,
    /// The answers in the turn that was asked for, if the rerun reached it and they are the same.
    same: Option<[PlayerAnswer; 2]>,
    /// The bot's first fault that is as recorded, with the number of its turn.
    same_fault: Option<(usize, PlayerAnswer)>,
}

/// The first turn that differs.
struct AnswerDifference {
    /// Its index in both matches.
    index: usize,
    /// The number of its turn, as people count.
    number: usize,
    recorded: Option<PlayerAnswer>,
    now: PlayerAnswer,
}

impl<'a> RerunReport<'a> {
    fn new(
        seat: Seat,
        asked: Option<usize>,
        recorded: &'a dyn RecordedMatch,
        now: &'a dyn RecordedMatch,
        repeated: &RepeatedMatch,
    ) -> Result<Self, CommandError> {
        let words = repeated.game.transcript().passages();
        let followed = repeated.followed;
        let number = |index: usize| now.rounds().completed(index) + 1;
        let difference = (followed < now.turn_count()).then(|| {
            let now = PlayerAnswer::from_turn(now, words, followed);
            let recorded = PlayerAnswer::from_turn(recorded, recorded.passages(), followed);
            now.map(|now| AnswerDifference { index: followed, number: number(followed), recorded, now })
        });
        let has_stopped_early = followed < asked.map_or(recorded.turn_count(), |index| index + 1);
        if difference.is_none() && has_stopped_early {
            return Err(CommandError::File(format!("turn {} of the record is not possible", number(followed))));
        }
        let same = asked.filter(|&index| index < followed).and_then(|index| {
            let then = PlayerAnswer::from_turn(recorded, recorded.passages(), index)?;
            Some([then, PlayerAnswer::from_turn(now, words, index)?])
        });
        let turns = now.turns_from(0);
        let own = || (0..followed).zip(&turns).filter(|(_, turn)| turn.seat == seat);
        let fault = own().find(|(_, turn)| turn.result.is_err()).map(|(index, _)| index);
        let same_fault = fault.and_then(|index| Some((number(index), PlayerAnswer::from_turn(now, words, index)?)));
        let (own_turns, difference) = (own().count(), difference.flatten());
        let asked = asked.map(|index| (index, recorded.rounds().completed(index) + 1));
        Ok(Self { seat, asked, recorded, now, own_turns, difference, same, same_fault })
    }

    fn write(&self, out: &mut dyn Write, bot: &str) -> io::Result<()> {
        let players = self.recorded.players();
        for seat in (0..players.len()).map(Seat::new) {
            let told =
                if seat == self.seat { format!("played by {}", printable(bot)) } else { "as recorded".to_owned() };
            writeln!(out, "{} {}: {told}", self.recorded.seat_symbol(seat), report::name(players, seat))?;
        }
        let player = format!("{} {}", self.recorded.seat_symbol(self.seat), report::name(players, self.seat));
        if let (Some((index, number)), Some([then, now])) = (self.asked, &self.same) {
            writeln!(out, "\n{}\nturn {number}, {player}: the same", self.recorded.draw(index))?;
            then.write(out, "recorded")?;
            now.write(out, "now")?;
        }
        match &self.difference {
            Some(difference) => {
                writeln!(out, "\n{}", self.recorded.draw(difference.index))?;
                writeln!(out, "turn {}, {player}: differs", difference.number)?;
                match &difference.recorded {
                    Some(recorded) => recorded.write(out, "recorded")?,
                    None => writeln!(out, "  recorded  nothing: the match was over")?,
                }
                let is_alike = |recorded: &&PlayerAnswer| recorded.looks_like(&difference.now);
                let alike = difference.recorded.as_ref().filter(is_alike);
                alike.map_or(Ok(()), |recorded| recorded.write_action(out))?;
                difference.now.write(out, "now")?;
                alike.map_or(Ok(()), |_| difference.now.write_action(out))?;
                if let Some((_, asked)) = self.asked.filter(|(asked, _)| *asked > difference.index) {
                    writeln!(out, "Turn {asked} was not reached.")?;
                }
            }
            None if self.same.is_none() => {
                let name = report::name(players, self.seat);
                let own = counted(self.own_turns, "turn");
                writeln!(out, "\nNo difference: {name} does the same as recorded ({own}).")?;
                if let Some((number, fault)) = &self.same_fault {
                    writeln!(out, "turn {number}, {player}: fails again")?;
                    fault.write(out, "now")?;
                }
            }
            None => {}
        }
        let [then, now] = self.times();
        if now.turns == 0 {
            return Ok(());
        }
        writeln!(
            out,
            "time in the {}: recorded {}, now {}",
            counted(now.turns, "turn"),
            describe_time(then, self.recorded),
            describe_time(now, self.now)
        )
    }

    /// The time of the turns that are the same, then and now.
    fn times(&self) -> [TimeUsed; 2] {
        let until = self.difference.as_ref().map_or(usize::MAX, |difference| difference.index);
        [self.recorded, self.now].map(|record| {
            let shared = record.turns_from(0).into_iter().take(until.min(self.now.turn_count()));
            TimeUsed::sum(shared.filter(|turn| turn.seat == self.seat).map(|turn| turn.used))
        })
    }

    /// A clause: the match of all bots differs from the rerun in the turn with this index.
    fn describe_deviation(&self, continued: &dyn RecordedMatch, index: usize) -> String {
        let turns = continued.untyped_turns();
        let number = continued.rounds().completed(index) + 1;
        let Some(seat) = turns.get(index).map(|turn| turn.seat) else {
            return format!("The match was over before turn {number}");
        };
        let players = [self.recorded, continued].map(|record| &record.players()[seat.index()]);
        // The rerun bot has played both matches.
        let is_recorded_build = if seat == self.seat { Some(true) } else { is_same_build(players) };
        let player = format!("{} {}", continued.seat_symbol(seat), report::name(continued.players(), seat));
        describe_other_answer(&player, number, is_recorded_build)
    }

    fn document(&self, continued: Option<&dyn RecordedMatch>, page: Option<&str>) -> Value {
        serde_json::json!({
            "seat": self.seat.number(),
            "turns": self.now.rounds().completed(self.now.turn_count()),
            "difference": self.difference.as_ref().map(|difference| serde_json::json!({
                "turn": difference.number,
                "recorded": difference.recorded.as_ref().map(PlayerAnswer::document),
                "now": difference.now.document(),
            })),
            "same_fault": self.same_fault.as_ref().map(|(number, fault)| serde_json::json!({
                "turn": number,
                "now": fault.document(),
            })),
            "asked": self.asked.map(|(index, number)| serde_json::json!({
                "turn": number,
                "reached": self.difference.as_ref().is_none_or(|difference| difference.index >= index),
                "recorded": self.same.as_ref().map(|[then, _]| then.document()),
                "now": self.same.as_ref().map(|[_, now]| now.document()),
            })),
            "continued": continued.map(|record| json::document(record, page)),
        })
    }
}

impl AnswerDifference {
    fn sentence(&self, rerun: &RerunReport<'_>) -> String {
        match rerun.asked.filter(|(asked, _)| *asked > self.index) {
            Some((_, asked)) => format!("the bot differs at turn {}; turn {asked} was not reached", self.number),
            None => format!("the bot differs at turn {}", self.number),
        }
    }
}

/// A time of this match, as text. Links and logs hold no times.
fn describe_time(time: TimeUsed, record: &dyn RecordedMatch) -> String {
    if record.turns_from(0).iter().all(|turn| turn.used.is_zero()) {
        return "unknown".to_owned();
    }
    format!("{:.1?} (longest {:.1?})", time.total, time.longest)
}

/// Writes the rest of the match as it was played now, beside the recorded one.
fn write_continued(
    out: &mut dyn Write,
    rerun: &RerunReport<'_>,
    continued: &dyn RecordedMatch,
    args: &Args,
) -> io::Result<()> {
    let same = common_turns(&rerun.now.untyped_turns(), &continued.untyped_turns());
    writeln!(out, "\nWith all bots, from the start:")?;
    if let Some(difference) = rerun.difference.as_ref().filter(|difference| same <= difference.index) {
        let deviation = rerun.describe_deviation(continued, same);
        writeln!(out, "{deviation}: this is not how the match would go on from turn {}.", difference.number)?;
    }
    let turns = |record: &dyn RecordedMatch| counted(record.rounds().count(), "turn");
    let name = report::name(continued.players(), rerun.seat);
    writeln!(out, "recorded: {}, {}", turns(rerun.recorded), rerun.recorded.verdict())?;
    // The players keep their names, because some protocols send them to the other players.
    let played_by = format!("{name} played by {}", printable(&args.bot));
    writeln!(out, "now:      {}, {} ({played_by})", turns(continued), continued.verdict())?;
    report::write_link(out, continued, args.page.url(), "--save FILE")?;
    Ok(())
}

/// Whether a player of a record and a bot are the same build, by their hashes; `None` if the record
/// has no hash, as of an executable. A link has only the beginning of hashes.
fn is_same_build([then, now]: [&PlayerInfo; 2]) -> Option<bool> {
    if then.kind == PlayerKind::Person {
        return Some(false);
    }
    let recorded = then.sha256.as_deref().filter(|hash| !hash.is_empty())?;
    let is_same_file = now.sha256.as_deref().is_some_and(|hash| hash.starts_with(recorded));
    let interpreters = then.interpreter.as_deref().zip(now.interpreter.as_deref());
    Some(is_same_file && interpreters.is_none_or(|(then, now)| now.starts_with(then)))
}

/// A sentence that a player has acted differently than in the record, depending on whether its
/// build is the same.
fn describe_other_answer(player: &str, turn: usize, is_recorded_build: Option<bool>) -> String {
    match is_recorded_build {
        Some(true) => format!("{player} did not repeat itself in turn {turn}"),
        Some(false) => {
            format!("{player} is another build than the recorded one, and answers differently in turn {turn}")
        }
        None => format!("{player} answers differently from the record in turn {turn}"),
    }
}

/// The seat of this number, counted from 1.
///
/// # Errors
/// If the match has no such seat; the message lists the seats.
pub(super) fn find_seat(number: usize, record: &dyn RecordedMatch) -> Result<Seat, CommandError> {
    let seats = record.players().len();
    match number {
        1.. if number <= seats => Ok(Seat::new(number - 1)),
        _ => Err(CommandError::Usage(format!("invalid --seat {number}: expected {}", numbers_to(seats)))),
    }
}

/// The index of a seat's turn, by the number of the turn as people count.
///
/// # Errors
/// If there is no such turn; the message names the nearest and lists all.
pub(super) fn find_turn(record: &dyn RecordedMatch, seat: Seat, number: usize) -> Result<usize, CommandError> {
    let rounds = record.rounds();
    let turns = record.turns_from(0);
    let own = |number: usize| {
        let (from, to) = (rounds.turn(number - 1), rounds.turn(number));
        (from..to).find(|&index| turns[index].seat == seat)
    };
    if let Some(index) = (1..=rounds.count()).contains(&number).then(|| own(number)).flatten() {
        return Ok(index);
    }
    let name = report::name(record.players(), seat);
    let others: Vec<_> = (1..=rounds.count()).filter(|&number| own(number).is_some()).collect();
    let nearest = others.iter().min_by_key(|other| other.abs_diff(number));
    Err(CommandError::Usage(match nearest {
        Some(nearest) => {
            format!("{name} has no turn {number}: the nearest is {nearest} (its turns: {})", list_turns(&others))
        }
        None => format!("{name} has no turns in this match"),
    }))
}

/// The numbers of turns as a short text: `1 to 60`, `2, 4, 6` or `2, 4, 6, ... 42`.
fn list_turns(numbers: &[usize]) -> String {
    let has_gap = numbers.windows(2).any(|pair| pair[0] + 1 != pair[1]);
    match numbers {
        [first, _, .., last] if !has_gap => format!("{first} to {last}"),
        [first, second, third, _, .., last] => format!("{first}, {second}, {third}, ... {last}"),
        _ => numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    }
}

fn load_bot(loader: &mut PlayerLoader<'_>, bot: &str) -> Result<SeatBody, CommandError> {
    match PlayerSpec::parse(bot) {
        _ if bot == "recorded" => Err(CommandError::Usage(
            "name a bot: players without one are recorded, unless --with names bots for them".to_owned(),
        )),
        PlayerSpec::Human => Err(CommandError::Usage("a person cannot rerun a match: name a bot".to_owned())),
        spec => loader.load_player(&spec),
    }
}

/// The bots that play on after a difference, if there are any.
fn load_others(
    args: &Args,
    record: &dyn RecordedMatch,
    loader: &mut PlayerLoader<'_>,
) -> Result<Option<Vec<SeatBody>>, CommandError> {
    let wanted = record.players().len() - 1;
    if args.with.is_empty() {
        return Ok(None);
    }
    if args.with.len() != wanted {
        let (given, wanted) = (args.with.len(), counted(wanted, "other player"));
        return Err(CommandError::Usage(format!("the match has {wanted}, but --with names {given}")));
    }
    args.with.iter().map(|bot| load_bot(loader, bot)).collect::<Result<_, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(then: (Option<&str>, Option<&str>), now: (Option<&str>, Option<&str>), expected: Option<bool>) {
        let player = |(sha256, interpreter): (Option<&str>, Option<&str>)| PlayerInfo {
            sha256: sha256.map(str::to_owned),
            interpreter: interpreter.map(str::to_owned),
            ..PlayerInfo::default()
        };
        assert_eq!(is_same_build([&player(then), &player(now)]), expected, "{then:?} {now:?}");
    }

    #[test]
    fn builds_are_told_apart_by_their_hashes() {
        check((Some("ab"), None), (Some("ab"), None), Some(true));
        check((Some("ab"), None), (Some("abcd"), None), Some(true));
        check((Some("ab"), None), (Some("cdab"), None), Some(false));
        check((Some("ab"), None), (None, None), Some(false));
        check((None, None), (Some("ab"), None), None);
        check((Some(""), None), (Some("ab"), None), None);
        check((Some("ab"), Some("12")), (Some("ab"), Some("13")), Some(false));
        check((Some("ab"), Some("12")), (Some("ab"), Some("123")), Some(true));
        let person = PlayerInfo { kind: PlayerKind::Person, ..PlayerInfo::default() };
        assert_eq!(is_same_build([&person, &PlayerInfo::default()]), Some(false));
    }

    #[test]
    fn only_a_bot_of_the_record_can_fail_to_repeat_itself() {
        for (is_recorded_build, expected) in [
            (Some(true), "X a did not repeat itself in turn 3"),
            (Some(false), "X a is another build than the recorded one, and answers differently in turn 3"),
            (None, "X a answers differently from the record in turn 3"),
        ] {
            assert_eq!(describe_other_answer("X a", 3, is_recorded_build), expected);
        }
    }

    #[test]
    fn turns_are_listed_in_a_few_words() {
        for (numbers, expected) in [
            (&[7][..], "7"),
            (&[1, 2], "1, 2"),
            (&[3, 4, 5], "3 to 5"),
            (&[2, 4, 6, 8], "2, 4, 6, 8"),
            (&[2, 4, 6, 8, 10], "2, 4, 6, ... 10"),
        ] {
            assert_eq!(list_turns(numbers), expected);
        }
    }
}

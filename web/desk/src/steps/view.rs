//! Draws the steps of a turn: the text around the line that runs, the calls in progress with their
//! variables, and what goes from step to step.

use super::{CallInProgress, ShownVariable, SourceLine, TurnSteps};
use crate::node::{ViewNode, node};

/// How many lines before and after the shown one are drawn.
const LINES_AROUND: u32 = 14;
/// The most calls that are drawn, from the innermost.
const CALLS_DRAWN: usize = 12;

/// The panel while the turn is being recorded, or why it cannot be: a sentence.
pub(crate) fn draw_progress(sentence: &str) -> ViewNode {
    node("p").with("class", "hint").with("role", "status").testid("steps-status").text(sentence)
}

/// The panel of a recorded turn. `note` is what else is to be said of it: sentences.
pub(crate) fn draw(steps: &TurnSteps, note: &str) -> ViewNode {
    let line = steps.line();
    let root = node("div").with("class", "turn-steps").testid("turn-steps");
    let root = root.child(node("p").testid("steps-title").text(describe_turn(steps)));
    let root = if note.is_empty() { root } else { root.child(node("p").with("class", "hint").text(note)) };
    if steps.count() == 0 {
        return root.child(draw_progress("No line of the script ran in this turn."));
    }
    let calls = steps.calls();
    let root = root.child(slider(steps)).child(buttons(steps, line.as_ref()));
    let place = describe_step(steps, line.as_ref(), &calls);
    let root = root.child(node("p").with("role", "status").with("aria-live", "polite").testid("steps-at").text(place));
    let root = line.iter().fold(root, |root, line| root.child(source(steps, line)));
    root.child(stack(&calls))
}

fn describe_turn(steps: &TurnSteps) -> String {
    let missing = if steps.lacks_values() { " Later values are missing: there were too many." } else { "" };
    format!("{}: {} units.{missing}", steps.title, grouped(steps.turn_charge()))
}

fn describe_step(steps: &TurnSteps, line: Option<&SourceLine>, calls: &[CallInProgress]) -> String {
    let (number, count) = steps.number().unwrap_or_default();
    let function = calls.first().map_or("", |call| &call.function);
    let place = line.map_or_else(|| "in the interpreter".to_owned(), |line| format!("line {}", line.line));
    let charge = steps.charge().map(|charge| format!(", {} units", grouped(charge))).unwrap_or_default();
    format!("Step {} of {}: {place}, {function}{charge}", grouped(number + 1), grouped(count))
}

fn slider(steps: &TurnSteps) -> ViewNode {
    let slider = node("input").with("type", "range").with("name", "step-go").with("aria-label", "Step");
    slider.with("min", 0).with("max", steps.count() - 1).with("value", steps.at()).testid("steps-slider")
}

fn buttons(steps: &TurnSteps, line: Option<&SourceLine>) -> ViewNode {
    let button = |name: &str, text: &str, title: &str| {
        let button = node("button").with("type", "button").with("class", "quiet").with("data-do", name);
        button.with("title", title).testid(name).text(text)
    };
    let row = node("div").with("class", "row").with("role", "group").with("aria-label", "Steps");
    let row = row
        .child(button("step-back", "← Back", "The step before (,)"))
        .child(button("step-forward", "Forward →", "The next step (.)"))
        .child(button("step-over", "Over", "The next step outside of the calls of this line (;)"));
    let row = match line {
        Some(_) => row
            .child(button("step-last-run", "Last run of this line", "Where this line ran before ([)"))
            .child(button("step-next-run", "Next run of this line", "Where this line runs next (])")),
        None => row,
    };
    let (first, last) = (steps.has_earlier(), steps.has_later());
    let row =
        if first { row.child(button("step-earlier", "Earlier steps", "Record the steps before these")) } else { row };
    if last { row.child(button("step-later", "Later steps", "Record the steps after these")) } else { row }
}

/// The text around a line, with how often each line ran in the turn.
fn source(steps: &TurnSteps, at: &SourceLine) -> ViewNode {
    let counts = steps.count_lines(&at.file);
    let first = at.line.saturating_sub(LINES_AROUND).max(1);
    let lines = steps.source(&at.file).into_iter().flatten().enumerate();
    let shown = lines.skip(first as usize - 1).take(2 * LINES_AROUND as usize + 1);
    let row = |(index, text): (usize, &str)| {
        let number = index as u32 + 1;
        let count = counts.get(&number).copied().unwrap_or_default();
        let row = node("tr");
        let row = if number == at.line { row.with("class", "current").with("aria-current", "step") } else { row };
        let title = format!("{} units", grouped(count.charge));
        let visits = if count.visits > 0 { format!("{}×", grouped(count.visits)) } else { String::new() };
        let number = node("th").with("scope", "row").child(line_number(&at.file, number, count.visits > 0));
        row.child(number)
            .child(node("td").with("class", "num").with("title", title).text(visits))
            .child(node("td").child(node("code").text(text)))
    };
    let table =
        node("table").with("class", "source").with("aria-label", format!("{}, around line {}", at.file, at.line));
    node("div")
        .with("class", "source-lines")
        .with("tabindex", 0)
        .child(table.child(node("tbody").children(shown.map(row))))
        .testid("steps-source")
}

/// The number of a line: a button to its next run if it ran.
fn line_number(file: &str, number: u32, has_run: bool) -> ViewNode {
    match has_run {
        true => {
            let button = node("button").with("type", "button").with("class", "quiet").with("data-do", "step-line");
            let title = format!("The next run of line {number}, or the first");
            button.with("value", format!("{number} {file}")).with("title", title).text(number.to_string())
        }
        false => node("span").text(number.to_string()),
    }
}

fn stack(calls: &[CallInProgress]) -> ViewNode {
    let list = node("ol")
        .with("class", "calls")
        .with("aria-label", "Calls in progress, the innermost first")
        .testid("steps-calls");
    let drawn = calls.iter().enumerate().take(CALLS_DRAWN).map(|(place, call)| draw_call(call, place == 0));
    let list = list.children(drawn);
    match calls.len().saturating_sub(CALLS_DRAWN) {
        0 => list,
        more => list.child(node("li").with("class", "hint").text(format!("and {} more", grouped(more as u64)))),
    }
}

fn draw_call(call: &CallInProgress, is_innermost: bool) -> ViewNode {
    let place = call.line.as_ref().map(|line| format!(", line {}", line.line)).unwrap_or_default();
    let item = node("li").child(node("strong").text(format!("{}{place}", call.function)));
    if call.variables.is_empty() {
        return item;
    }
    let row = |variable: &ShownVariable| {
        let row = if variable.is_new { node("tr").with("class", "changed") } else { node("tr") };
        let name = match is_innermost {
            true => {
                let button = node("button").with("type", "button").with("class", "quiet").with("data-do", "step-value");
                button.with("value", &variable.name).with("title", "Where it got this value").text(&variable.name)
            }
            false => node("span").text(&variable.name),
        };
        let changed = if variable.is_new { " (changed)" } else { "" };
        row.child(node("th").with("scope", "row").child(name))
            .child(node("td").child(node("code").text(&variable.value)).text(changed))
    };
    let table = node("table").with("aria-label", format!("Variables of {}", call.function));
    item.child(table.child(node("tbody").children(call.variables.iter().map(row))))
}

/// A number with its digits in groups.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::trace;
    use super::*;

    fn drawn(at: usize) -> String {
        let mut steps = TurnSteps::new("Turn 3 of bot.js".to_owned(), trace(), false);
        steps.go(at);
        draw(&steps, "A note.").into_value().to_string()
    }

    #[test]
    fn the_line_that_runs_is_marked() {
        let view = drawn(2);
        for part in [
            "Turn 3 of bot.js: 50 units.",
            "A note.",
            "Step 3 of 5: line 3, double, 10 units",
            r#"{"aria-current":"step","class":"current"}"#,
            "  return n * 2;",
            "2×",
            "double, line 3",
            "(bot.js:1), line 5",
            " (changed)",
        ] {
            assert!(view.contains(part), "{part}: {view}");
        }
        assert_eq!(view.matches("aria-current").count(), 1);
    }

    #[test]
    fn a_turn_without_lines_says_so() {
        let steps = TurnSteps::new("Turn 3".to_owned(), Default::default(), false);
        assert!(draw(&steps, "").into_value().to_string().contains("No line of the script ran in this turn."));
    }

    #[test]
    fn large_numbers_are_readable() {
        assert_eq!([0, 999, 1_000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
    }
}

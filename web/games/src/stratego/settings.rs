//! The form for Stratego's rules: which combat, how many pieces, how many turns.

use botyard_engine::games::stratego::{CoinToss, Stratego, StrategoSettings, Variant};
use web_sys::HtmlInputElement;
use yew::{Callback, Event, Html, TargetCast, html};

use crate::{FormChange, FormEdit, FormProps};

/// Draws the form.
pub fn form(form: FormProps<Stratego>) -> Html {
    let now = form.settings;
    let toggle = |label: &'static str, testid: &'static str, is_on: bool, set: fn(&mut StrategoSettings, bool)| {
        let onchange = changes(&form, move |field| {
            let is_on = field.checked();
            edit(move |settings| set(settings, is_on))
        });
        html! {
            <label class="setting"><span>{ label }</span><input type="checkbox" checked={is_on} {onchange} data-testid={testid} /></label>
        }
    };
    html! {
        <>
            { toggle("Older combat: equal ranks toss a coin, bombs explode", "older-combat", now.variant == Variant::Wiki, set_older) }
            { toggle("Allow smaller armies", "partial-setup", now.partial_setup, |settings, is_on| settings.partial_setup = is_on) }
            { toggle("An illegal move only costs the turn", "ignore-illegal", now.ignore_illegal, |settings, is_on| settings.ignore_illegal = is_on) }
            { turns(&form) }
        </>
    }
}

fn set_older(settings: &mut StrategoSettings, is_on: bool) {
    settings.variant = if is_on { Variant::Wiki } else { Variant::Ucc };
}

fn turns(form: &FormProps<Stratego>) -> Html {
    let value = form.settings.max_turns.map(|turns| turns.to_string()).unwrap_or_default();
    let onchange = changes(form, |field| {
        let max_turns = field.value().trim().parse().ok();
        edit(move |settings| settings.max_turns = max_turns)
    });
    html! {
        <label class="setting">
            <span>{ "Declare a draw at turn" }</span>
            <input type="number" min="0" max="1000000" step="1" placeholder="no limit" {value} {onchange} data-testid="max-turns" />
        </label>
    }
}

/// A callback for the edit that a field makes.
fn changes(
    form: &FormProps<Stratego>,
    edit_of: impl Fn(&HtmlInputElement) -> FormEdit<StrategoSettings> + 'static,
) -> Callback<Event> {
    form.edit.reform(move |event: Event| edit_of(&event.target_unchecked_into()))
}

fn edit(set: impl Fn(&mut StrategoSettings) + 'static) -> FormEdit<StrategoSettings> {
    FormEdit::new(move |now| {
        let mut settings = now.settings;
        set(&mut settings);
        chosen(settings, now.seed)
    })
}

/// The settings as a match takes them.
fn chosen(settings: StrategoSettings, seed: u64) -> FormChange<StrategoSettings> {
    match with_coins_of(&settings, seed) {
        usual if usual == StrategoSettings::default() => FormChange::Usual,
        settings => FormChange::Settings(settings),
    }
}

/// These settings for a match of this seed, with coins drawn from it if the rules toss any.
pub fn with_coins_of(settings: &StrategoSettings, seed: u64) -> StrategoSettings {
    let coin = match settings.variant {
        Variant::Ucc => CoinToss::default(),
        Variant::Wiki => CoinToss::from_seed(seed),
    };
    StrategoSettings { coin, ..*settings }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_come_with_the_rules_that_toss_them() {
        let wiki = StrategoSettings { variant: Variant::Wiki, ..StrategoSettings::default() };
        let tossed = StrategoSettings { coin: CoinToss::from_seed(7), ..wiki };
        assert_eq!(chosen(wiki, 7), FormChange::Settings(tossed));
        let never_tossed = StrategoSettings { variant: Variant::Ucc, ..tossed };
        assert_eq!(chosen(never_tossed, 7), FormChange::Usual);
        assert_eq!(with_coins_of(&tossed, 8).coin, CoinToss::from_seed(8), "another seed");
    }
}

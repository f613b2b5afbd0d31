//! The form for Stratego's rules: which combat, how many pieces, how many turns.

use botyard_engine::games::stratego::{CoinToss, Stratego, StrategoSettings, Variant};
use web_sys::HtmlInputElement;
use yew::{Callback, Event, Html, TargetCast, html};

use crate::FormProps;

/// Draws the form.
pub fn form(form: FormProps<Stratego>) -> Html {
    let now = form.settings;
    let toggle = |label: &'static str, testid: &'static str, is_on: bool, set: fn(&mut StrategoSettings, bool)| {
        let onchange = changes(&form, move |settings, field| set(settings, field.checked()));
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
    let onchange = changes(form, |settings, field| settings.max_turns = field.value().trim().parse().ok());
    html! {
        <label class="setting">
            <span>{ "Declare a draw at turn" }</span>
            <input type="number" min="0" max="1000000" step="1" placeholder="no limit" {value} {onchange} data-testid="max-turns" />
        </label>
    }
}

/// A callback that changes the settings by what a field says.
fn changes(
    form: &FormProps<Stratego>,
    set: impl Fn(&mut StrategoSettings, &HtmlInputElement) + 'static,
) -> Callback<Event> {
    let (before, seed, change) = (form.settings, form.seed, form.change.clone());
    Callback::from(move |event: Event| {
        let mut settings = before;
        set(&mut settings, &event.target_unchecked_into());
        change.emit(chosen(settings, seed));
    })
}

/// The settings as a match takes them; `None` if they are the usual ones.
fn chosen(settings: StrategoSettings, seed: u64) -> Option<StrategoSettings> {
    Some(with_coins_of(&settings, seed)).filter(|settings| *settings != StrategoSettings::default())
}

/// The same settings for a match of this seed, with coins drawn from it if the rules toss any.
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
        assert_eq!(chosen(wiki, 7), Some(StrategoSettings { coin: CoinToss::from_seed(7), ..wiki }));
        assert_eq!(chosen(StrategoSettings { coin: CoinToss::from_seed(7), ..StrategoSettings::default() }, 7), None);
        assert_eq!(
            with_coins_of(&StrategoSettings { coin: CoinToss::from_seed(7), ..wiki }, 8).coin,
            CoinToss::from_seed(8),
            "another seed"
        );
    }
}

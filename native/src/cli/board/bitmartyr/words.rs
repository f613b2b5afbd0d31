//! A team's orders in words for people, and read from what they type.

use botyard_engine::games::bitmartyr::{Order, Orders};

/// As many orders are told one by one: more would fill the screen.
const TOLD: usize = 40;

/// What the orders are called where they are counted, by their numbers.
const NAMES: [&str; 7] = ["stay", "up", "right", "down", "left", "die", "without an order"];

/// The digits of the protocol, or how many units do what.
pub fn tell(orders: &Orders) -> String {
    if orders.len() <= TOLD {
        return if orders.is_empty() { "no units".to_owned() } else { orders.to_string() };
    }
    let mut counts = [0_usize; NAMES.len()];
    orders.iter().for_each(|order| counts[order as usize] += 1);
    let told = counts.into_iter().zip(NAMES).filter(|(count, _)| *count > 0);
    told.map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// Reads an action for each unit, in the letters of the protocol, or one for all.
///
/// # Errors
/// A sentence that helps.
pub fn understand(words: &str, units: usize) -> Result<Orders, String> {
    let orders: Vec<_> = words.bytes().filter_map(Order::of_byte).collect();
    match orders[..] {
        [order] => Ok(Orders::same(order, units)),
        [] => Err("an action is 0 or s (stay), 1 or u (up), 2 or r, 3 or d, 4 or l, 5 or x (die)".to_owned()),
        _ if orders.len() == units => Ok(orders.into_iter().collect()),
        _ => Err(format!("that is {} actions, and there are {units} units", orders.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(text: &str) -> Orders {
        text.parse().expect("orders")
    }

    #[test]
    fn many_orders_are_counted() {
        assert_eq!(tell(&orders("")), "no units");
        assert_eq!(tell(&orders("0123-5")), "0123-5");
        let many = "2".repeat(30) + &"5".repeat(20) + "-";
        assert_eq!(tell(&orders(&many)), "30 right, 20 die, 1 without an order");
    }

    #[test]
    fn orders_are_typed_as_bots_print_them() {
        assert_eq!(understand("u > x", 3), Ok(orders("125")));
        assert_eq!(understand("2", 3), Ok(orders("222")));
        assert_eq!(understand("22", 3), Err("that is 2 actions, and there are 3 units".to_owned()));
        assert!(understand("?", 3).is_err());
    }
}

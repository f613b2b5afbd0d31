//! A team's orders as text for people.

use botyard_engine::games::bitmartyr::Orders;

/// The maximum number of orders that are printed one by one: more would fill the screen.
const TOLD: usize = 40;

/// The names of the orders in the counts, by the orders' numbers.
const NAMES: [&str; 7] = ["stay", "up", "right", "down", "left", "die", "without an order"];

/// The orders as the protocol's digits; if there are many, the number of each order.
pub fn describe_orders(orders: &Orders) -> String {
    if orders.len() <= TOLD {
        return if orders.is_empty() { "no units".to_owned() } else { orders.to_string() };
    }
    let mut counts = [0_usize; NAMES.len()];
    orders.iter().for_each(|order| counts[order as usize] += 1);
    let told = counts.into_iter().zip(NAMES).filter(|(count, _)| *count > 0);
    told.map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(text: &str) -> Orders {
        text.parse().expect("orders")
    }

    #[test]
    fn many_orders_are_counted() {
        assert_eq!(describe_orders(&orders("")), "no units");
        assert_eq!(describe_orders(&orders("0123-5")), "0123-5");
        let many = "2".repeat(30) + &"5".repeat(20) + "-";
        assert_eq!(describe_orders(&orders(&many)), "30 right, 20 die, 1 without an order");
    }
}

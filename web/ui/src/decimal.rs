//! Numbers with a point as text. In a browser the browser writes them: the standard library's
//! tables and arithmetic for that would be 7 kB of the page.

/// The shortest text that still reads as the same number, as `{}` writes it.
#[cfg(target_arch = "wasm32")]
pub fn shortest(number: f64) -> String {
    js_sys::Number::from(number).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

/// The shortest text that still reads as the same number, as `{}` writes it.
#[cfg(not(target_arch = "wasm32"))]
pub fn shortest(number: f64) -> String {
    number.to_string()
}

/// With one digit behind the point, for numbers below 10^15.
pub fn tenths(number: f64) -> String {
    let tenths = (number.abs() * 10.0).round_ties_even() as u64;
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// Without digits behind the point, for numbers from 0 to 10^15.
pub fn whole(number: f64) -> u64 {
    number.round_ties_even() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        for number in [0.0, 0.04, 0.06, 0.25, 0.5, 1.5, 2.5, 9.96, 63.95, 320.0, 1234.56, 999_999.94, -1.26] {
            assert_eq!(tenths(number), format!("{number:.1}"));
            assert_eq!(whole(f64::abs(number)).to_string(), format!("{:.0}", f64::abs(number)));
            assert_eq!(shortest(number), number.to_string());
        }
    }
}

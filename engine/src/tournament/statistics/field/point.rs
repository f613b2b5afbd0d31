//! A logarithm of a likelihood at one point, with its derivatives. Knows no model.

/// A logarithm of a likelihood with its derivatives.
pub(super) struct Point {
    pub value: f64,
    pub gradient: Vec<f64>,
    /// The second derivatives with their signs changed, or more: positive definite.
    pub curvature: Vec<Vec<f64>>,
}

impl Point {
    /// No games, with this many parameters.
    pub fn zero(size: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; size], curvature: vec![vec![0.0; size]; size] }
    }
}

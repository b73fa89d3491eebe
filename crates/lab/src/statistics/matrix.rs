//! The little linear algebra that ratings need: symmetric positive definite systems.

/// A symmetric positive definite matrix, written as the product of a lower triangle and its mirror image.
pub(super) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a matrix given row by row; `None` if it is not positive definite.
    pub(super) fn new(mut matrix: Vec<f64>, size: usize) -> Option<Self> {
        for row in 0..size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|index| matrix[row * size + index] * matrix[column * size + index]).sum();
                let rest = matrix[row * size + column] - known;
                matrix[row * size + column] = if row == column {
                    if rest.is_nan() || rest <= 0.0 {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / matrix[column * size + column]
                };
            }
        }
        Some(Self { size, lower: matrix })
    }

    /// What the matrix turns into `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (size, lower) = (self.size, &self.lower);
        let mut solution = right.to_vec();
        for row in 0..size {
            let known: f64 = (0..row).map(|index| lower[row * size + index] * solution[index]).sum();
            solution[row] = (solution[row] - known) / lower[row * size + row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|index| lower[index * size + row] * solution[index]).sum();
            solution[row] = (solution[row] - known) / lower[row * size + row];
        }
        solution
    }

    /// The inverse, row by row.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let mut unit = vec![0.0; self.size];
        let mut inverse = Vec::with_capacity(self.size * self.size);
        for column in 0..self.size {
            unit[column] = 1.0;
            inverse.extend(self.solve(&unit));
            unit[column] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = [4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let inverse = Cholesky::new(matrix.to_vec(), 3).unwrap().inverse();
        for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
            let product: f64 = (0..3).map(|index| matrix[row * 3 + index] * inverse[index * 3 + column]).sum();
            assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_is_refused() {
        assert!(Cholesky::new(vec![1.0, 2.0, 2.0, 1.0], 2).is_none());
    }
}

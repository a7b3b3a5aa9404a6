//! Local polynomial models.
//!
//! A model interpolates the tests nearest to its centre: as many as its basis has monomials. Its region is the box
//! around the centre out to the furthest of them. Coordinates are shares of the ranges, so that all axes count alike.

use crate::least::least_squares;
use crate::tree::{Near, PointTree, distance, keep};

/// The monomials of a model.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    /// Exponents, one list per monomial.
    exponents: Vec<Vec<u8>>,
    /// Which inputs have single values, such as whole numbers: models may be about one of these at a time.
    pub single: Vec<bool>,
}

impl Basis {
    /// All products of powers up to a degree: (d+1)ⁿ of them.
    pub fn product(dimensions: usize, degree: u8) -> Basis {
        Basis::of(dimensions, degree, usize::MAX)
    }

    /// The monomials whose exponents sum up to at most the degree.
    pub fn total(dimensions: usize, degree: u8) -> Basis {
        Basis::of(dimensions, degree, degree as usize)
    }

    fn of(dimensions: usize, degree: u8, most: usize) -> Basis {
        let mut exponents = vec![vec![]];
        for _ in 0..dimensions {
            let longer = |list: &Vec<u8>| {
                let with = |power: u8| [list.as_slice(), &[power]].concat();
                (0..=degree).map(with).collect::<Vec<_>>()
            };
            exponents = exponents.iter().flat_map(longer).collect();
            exponents.retain(|list| list.iter().map(|&e| e as usize).sum::<usize>() <= most);
        }
        Basis {
            exponents,
            single: vec![false; dimensions],
        }
    }

    pub fn len(&self) -> usize {
        self.exponents.len()
    }

    pub fn exponents(&self) -> &[Vec<u8>] {
        &self.exponents
    }

    /// How many monomials these places must tell apart. Where an input of single values is the same in all of them, nothing
    /// is asked of its powers.
    fn determined(&self, places: &[Vec<f64>]) -> usize {
        let same = |i: usize| places.windows(2).all(|pair| pair[0][i] == pair[1][i]);
        let fixed: Vec<bool> = (0..self.single.len()).map(|i| self.single[i] && same(i)).collect();
        let asked = |list: &&Vec<u8>| !list.iter().zip(&fixed).any(|(&e, &fixed)| fixed && e > 0);
        self.exponents.iter().filter(asked).count()
    }

    fn monomial(&self, n: usize, t: &[f64]) -> f64 {
        let powers = self.exponents[n].iter().zip(t);
        powers.fold(1.0, |product, (&e, &t)| (0..e).fold(product, |p, _| p * t))
    }
}

/// A point of a model's region at which its polynomials break the contract.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub case: usize,
    pub place: Vec<f64>,
    /// How many of the model's errors the case holds by.
    pub score: f64,
    /// Whether the model was exact so far.
    pub exact: bool,
}

/// Polynomials that describe the subject near a test.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub number: u64,
    pub centre: Vec<f64>,
    pub radius: f64,
    support: Vec<Near>,
    /// One polynomial in t = (x − centre)/radius per output.
    coefficients: Vec<Vec<f64>>,
    /// Whether the support determines every coefficient of inputs that differ in it.
    pub regular: bool,
    /// How well it does, from 0 to 1.
    pub condition: f64,
    /// How far margins were off at tests that the model had not seen; infinite if there was none yet.
    pub error: f64,
    /// Mean change by the latest refit over the region, beside the spread of the outputs.
    pub change: f64,
    /// Refits in a row that changed little.
    pub steady: u32,
    /// Whether it has changed since it was last asked about the contract.
    pub changed: bool,
    /// Where the contract breaks, the most credible last.
    pub candidates: Vec<Candidate>,
    /// The case that comes nearest to holding where none holds, while the solver has not been asked.
    pub nearly: Option<(usize, f64)>,
}

/// The tests that models are made of.
#[derive(Clone, Copy)]
pub(crate) struct ModelTests<'a> {
    pub places: &'a PointTree,
    pub values: &'a [Vec<f64>],
}

/// A model that changed so little so often has converged. Fewer would take chance for convergence, more would cost
/// tests in every model; `scripts/bench_learn.py` shows the effect.
const STEADY: u32 = 4;

impl Model {
    /// Whether it has converged.
    pub fn is_steady(&self) -> bool {
        self.steady >= STEADY
    }

    /// Whether it has converged and breaks the contract nowhere: nothing more is to be learnt from it.
    pub fn is_done(&self) -> bool {
        self.is_steady() && !self.changed && self.candidates.is_empty() && self.nearly.is_none()
    }

    /// Takes into account whether the latest refit changed little.
    pub fn note_change(&mut self, little: bool) {
        self.steady = if little { self.steady + 1 } else { 0 };
    }

    /// The tests that it is made of.
    pub fn tests(&self) -> impl Iterator<Item = usize> {
        self.support.iter().map(|near| near.point)
    }

    /// Distance from the centre to the nearest test.
    pub fn nearest(&self) -> f64 {
        self.support.first().map_or(f64::INFINITY, |n| n.distance)
    }

    /// The model around a place; `None` while there are too few tests, or where the fit has no finite numbers.
    pub fn new(number: u64, centre: &[f64], basis: &Basis, samples: ModelTests<'_>) -> Option<Model> {
        Model::of_nearest(basis.len(), number, centre, basis, samples)
    }

    /// The model that fits this many tests around a place best, where there are so many or all are taken.
    pub fn of_nearest(
        count: usize,
        number: u64,
        centre: &[f64],
        basis: &Basis,
        samples: ModelTests<'_>,
    ) -> Option<Model> {
        let support = samples.places.nearest(centre, count);
        let mut model = Model {
            number,
            centre: centre.to_vec(),
            radius: 0.0,
            support,
            coefficients: Vec::new(),
            regular: false,
            condition: 0.0,
            error: f64::INFINITY,
            change: f64::INFINITY,
            steady: 0,
            changed: true,
            candidates: Vec::new(),
            nearly: None,
        };
        let enough = model.support.len() >= basis.len();
        (enough && model.fit(basis, samples)).then_some(model)
    }

    pub fn contains(&self, place: &[f64]) -> bool {
        distance(&self.centre, place) <= self.radius
    }

    /// Takes a test of the region for the furthest one.
    pub fn refit(&mut self, test: usize, basis: &Basis, samples: ModelTests<'_>) -> bool {
        let distance = distance(&self.centre, samples.places.point(test));
        keep(Near { distance, point: test }, basis.len(), &mut self.support);
        self.fit(basis, samples)
    }

    fn fit(&mut self, basis: &Basis, samples: ModelTests<'_>) -> bool {
        // A region of no size would divide by 0.
        self.radius = self.support.last().map_or(0.0, |n| n.distance).max(1e-14);
        let local: Vec<Vec<f64>> = self
            .support
            .iter()
            .map(|n| self.local(samples.places.point(n.point)))
            .collect();
        let column = |n: usize| local.iter().map(|t| basis.monomial(n, t)).collect();
        let outputs = self.support.first().map_or(0, |n| samples.values[n.point].len());
        let side = |output: usize| self.support.iter().map(|n| samples.values[n.point][output]).collect();
        let solution = least_squares((0..basis.len()).map(column).collect(), (0..outputs).map(side).collect());
        self.regular = solution.rank >= basis.determined(&local);
        self.condition = solution.condition;
        self.coefficients = solution.coefficients;
        self.coefficients.iter().flatten().all(|c| c.is_finite())
    }

    fn local(&self, place: &[f64]) -> Vec<f64> {
        let pairs = place.iter().zip(&self.centre);
        pairs.map(|(x, c)| (x - c) / self.radius).collect()
    }

    /// The outputs that the model expects.
    pub fn predict(&self, basis: &Basis, place: &[f64]) -> Vec<f64> {
        let t = self.local(place);
        let monomials: Vec<f64> = (0..basis.len()).map(|n| basis.monomial(n, &t)).collect();
        let value = |c: &Vec<f64>| c.iter().zip(&monomials).map(|(c, m)| c * m).sum();
        self.coefficients.iter().map(value).collect()
    }

    pub fn coefficients(&self) -> &[Vec<f64>] {
        &self.coefficients
    }

    /// The test of the support that is nearest to a place.
    pub fn nearest_test(&self, place: &[f64], places: &PointTree) -> Option<Vec<f64>> {
        let far = |n: &Near| distance(places.point(n.point), place);
        let nearest = self.support.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        Some(places.point(nearest.point).to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_have_the_expected_sizes() {
        assert_eq!(Basis::product(1, 2).len(), 3);
        assert_eq!(Basis::product(2, 2).len(), 9);
        assert_eq!(Basis::total(2, 2).len(), 6);
        assert_eq!(Basis::total(3, 1).len(), 4);
        assert_eq!(Basis::product(2, 0).len(), 1);
    }

    #[test]
    fn a_line_of_tests_in_a_square_is_singular_unless_an_input_has_single_values_and_still_interpolated() {
        for (slope, single, regular) in [(0.0, true, true), (0.0, false, false), (1.0, true, false)] {
            let mut places = PointTree::new(2);
            let values: Vec<Vec<f64>> = (0..9).map(|n| vec![f64::from(n * n)]).collect();
            for n in 0..9 {
                let x = 0.1 * f64::from(n);
                places.insert(&[x, 0.5 + slope * (x - 0.4)]);
            }
            let mut basis = Basis::product(2, 2);
            basis.single[1] = single;
            let samples = ModelTests {
                places: &places,
                values: &values,
            };
            let model = Model::new(0, &[0.4, 0.5], &basis, samples).unwrap();
            assert_eq!(model.regular, regular);
            for n in [0, 4, 8] {
                let expected = values[n][0];
                assert!((model.predict(&basis, places.point(n))[0] - expected).abs() < 1e-9);
            }
        }
    }
}

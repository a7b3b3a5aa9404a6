//! A part of the domain in which some inputs vary and the others stand still.

use crate::domain::InputAxis;

/// Some axes, and where the others stand.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    /// The numbers of the inputs that vary.
    pub axes: Vec<usize>,
    /// One value per input; those of the axes are not used.
    pub base: Vec<f64>,
}

impl Face {
    /// The whole domain.
    pub fn whole(axes: &[InputAxis]) -> Face {
        Face {
            axes: (0..axes.len()).collect(),
            base: axes.iter().map(|a| a.at(0.0)).collect(),
        }
    }

    /// Whether an input lies in it.
    pub fn contains(&self, input: &[f64]) -> bool {
        let still = (0..self.base.len()).filter(|i| !self.axes.contains(i));
        still.into_iter().all(|i| input[i] == self.base[i])
    }

    /// Where an input of the face lies, in shares of the ranges.
    pub fn place(&self, domain: &[InputAxis], input: &[f64]) -> Vec<f64> {
        self.axes.iter().map(|&i| domain[i].share(input[i])).collect()
    }

    /// The input nearest to a place.
    pub fn input(&self, domain: &[InputAxis], place: &[f64]) -> Vec<f64> {
        let mut input = self.base.clone();
        for (&i, &share) in self.axes.iter().zip(place) {
            input[i] = domain[i].at(share);
        }
        input
    }
}

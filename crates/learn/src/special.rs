//! Inputs at which code is wrong more often than elsewhere: ends of ranges, 0 of both signs, 1 and −1, corners.

use crate::domain::InputAxis;
use chance::Random;

/// This many such inputs at most: arrays have many elements. They are tested beside others, and with more they would
/// use up a small budget of tests alone.
const MOST: usize = 64;

/// Up to this many inputs all corners of the domain are tested. There are 2^n of them, and
/// the places of [`MOST`] are for single inputs at special values too: of more inputs each two have their four corners.
const CORNERS: usize = 3;

/// The special inputs of a domain: corners; every input at the same special value; each of them in turn, the others
/// anywhere.
pub(crate) fn special_inputs(axes: &[InputAxis], chance: &mut Random) -> Vec<Vec<f64>> {
    let together = (0..VALUES).map(|n| {
        axes.iter()
            .map(|axis| value(axis, n).unwrap_or_else(|| axis.at(0.5)))
            .collect()
    });
    let mut list: Vec<Vec<f64>> = corners(axes).into_iter().chain(together).collect();
    for n in 0..VALUES {
        for (i, axis) in axes.iter().enumerate() {
            let mut input: Vec<f64> = axes.iter().map(|a| a.at(chance.share())).collect();
            if let Some(x) = value(axis, n) {
                input[i] = x;
                list.push(input);
            }
        }
    }
    list.truncate(MOST);
    list
}

/// All corners of few inputs; of many, so many that each two of them have all four combinations of their ends.
fn corners(axes: &[InputAxis]) -> Vec<Vec<f64>> {
    let corner = |high: &dyn Fn(usize) -> bool| {
        let end = |(i, axis): (usize, &InputAxis)| axis.at(if high(i) { 1.0 } else { 0.0 });
        axes.iter().enumerate().map(end).collect()
    };
    if axes.len() <= CORNERS {
        return (0..1usize << axes.len())
            .map(|number| corner(&|i| number >> i & 1 == 1))
            .collect();
    }
    // The numbers of two inputs differ in some bit: there one of them is low and the other high, and in the opposite
    // corner it is the other way round. Both low and both high are in the first two.
    let bits = axes.len().next_power_of_two().ilog2();
    let pair = |bit: u32| [false, true].map(|flip| corner(&|i| (i >> bit & 1 == 1) != flip));
    let ends = [false, true].map(|high| corner(&|_| high));
    ends.into_iter().chain((0..bits).flat_map(pair)).collect()
}

/// How many special values there are.
const VALUES: usize = 6;

/// A special value of a range, if it has it.
fn value(axis: &InputAxis, number: usize) -> Option<f64> {
    let value = [axis.at(0.0), axis.at(1.0), 0.0, -0.0, 1.0, -1.0][number];
    axis.contains(value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_zeros_and_ones_are_special_where_the_range_has_them() {
        let axes = [InputAxis::real("x", -2.0, 0.5), InputAxis::real("y", 1.0, 7.0)];
        let list = special_inputs(&axes, &mut Random::new(1));
        let holds = |axis: usize, x: f64| list.iter().any(|input| input[axis].to_bits() == x.to_bits());
        assert!([-2.0, 0.5, 0.0, -0.0, -1.0].into_iter().all(|x| holds(0, x)));
        assert!([1.0, 7.0].into_iter().all(|x| holds(1, x)) && !holds(1, 0.0));
        assert!(list.contains(&vec![-2.0, 7.0]) && list.contains(&vec![0.5, 1.0]));
        assert!(
            list.iter()
                .all(|input| axes.iter().zip(input).all(|(axis, &x)| axis.contains(x)))
        );
    }

    #[test]
    fn each_two_of_many_inputs_have_all_corners() {
        for count in 1..=17 {
            let axes = vec![InputAxis::real("x", -2.0, 5.0); count];
            let all = corners(&axes);
            assert!(all.len() <= 12, "{count}: {}", all.len());
            for (i, j) in (0..count).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let pairs = all.iter().map(|corner| (corner[i] as i64, corner[j] as i64));
                let pairs: std::collections::HashSet<_> = pairs.collect();
                assert_eq!(pairs.len(), 4, "{count}: {i} {j}");
            }
        }
        assert_eq!(corners(&[]).len(), 1);
    }

    #[test]
    fn whole_numbers_and_many_inputs_stay_in_their_bounds() {
        let count = InputAxis {
            integer: true,
            ..InputAxis::real("n", -0.5, 3.5)
        };
        let list = special_inputs(&vec![count.clone(); 40], &mut Random::new(1));
        assert_eq!(list.len(), MOST);
        assert!(list.iter().flatten().all(|&x| count.contains(x)));
    }
}

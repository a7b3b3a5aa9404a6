//! The fewest inputs found that cover all that was covered.

use crate::fewest::cover_ranked;
use native::FoundInput;
use proof::bits::Bits;
use suite::RunEnding;

/// Numbers of the chosen inputs, ascending: first those that need no others before them, of these the ones that cover
/// most, and runs that return before others.
pub fn choose_fewest(inputs: &[FoundInput]) -> Vec<usize> {
    let sides = inputs.iter().flat_map(|input| input.sides.iter().copied());
    let size = sides.max().map_or(0, |last| last + 1);
    let set = |input: &FoundInput| {
        let mut bits = Bits::new(size);
        input.sides.iter().for_each(|&side| bits.insert(side));
        bits
    };
    let sets: Vec<Bits> = inputs.iter().map(set).collect();
    let mut needed = Bits::new(size);
    let all = inputs.iter().flat_map(|input| &input.sides);
    all.for_each(|&side| needed.insert(side));
    cover_ranked(&sets, &needed, |n, gain| {
        (
            inputs[n].before.is_empty(),
            gain,
            inputs[n].outcome == RunEnding::Returned,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sides: &[usize]) -> FoundInput {
        FoundInput {
            input: vec![],
            output: vec![],
            outcome: RunEnding::Returned,
            sides: sides.to_vec(),
            before: vec![],
        }
    }

    #[test]
    fn few_inputs_cover_all() {
        let inputs = [found(&[0, 2]), found(&[1, 2]), found(&[0, 1, 2, 3]), found(&[4])];
        assert_eq!(choose_fewest(&inputs), [2, 3]);
        assert_eq!(choose_fewest(&[]), Vec::<usize>::new());
    }

    #[test]
    fn what_later_choices_make_superfluous_goes() {
        let inputs = [found(&[1, 2, 3, 4]), found(&[1, 2, 5]), found(&[3, 4, 6])];
        assert_eq!(choose_fewest(&inputs), [1, 2]);
    }
}

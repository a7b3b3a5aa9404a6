//! The fewest inputs found that cover all that was covered.

use native::FoundInput;
use std::collections::HashSet;

/// Numbers of the chosen inputs, ascending: greedily the one that covers most, then without those that others replace.
pub fn fewest(inputs: &[FoundInput]) -> Vec<usize> {
    let mut left: HashSet<usize> = inputs.iter().flat_map(|i| i.sides.iter().copied()).collect();
    let mut chosen: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let gain = |i: &FoundInput| i.sides.iter().filter(|side| left.contains(side)).count();
        // Inputs that need no others before them, and the first of those that gain most: runs that return before others.
        let best = (0..inputs.len()).max_by_key(|&n| {
            let gain = gain(&inputs[n]);
            let is_alone = gain > 0 && inputs[n].before.is_empty();
            let returned = inputs[n].outcome == "returned";
            (is_alone, gain, returned, std::cmp::Reverse(n))
        });
        let Some(best) = best.filter(|&n| gain(&inputs[n]) > 0) else {
            break;
        };
        inputs[best].sides.iter().for_each(|side| {
            left.remove(side);
        });
        chosen.push(best);
    }
    without_superfluous(inputs, chosen)
}

fn without_superfluous(inputs: &[FoundInput], mut chosen: Vec<usize>) -> Vec<usize> {
    let mut n = 0;
    while n < chosen.len() {
        let others: HashSet<usize> = chosen
            .iter()
            .enumerate()
            .filter(|(m, _)| *m != n)
            .flat_map(|(_, &i)| inputs[i].sides.iter().copied())
            .collect();
        if inputs[chosen[n]].sides.iter().all(|side| others.contains(side)) {
            chosen.remove(n);
        } else {
            n += 1;
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sides: &[usize]) -> FoundInput {
        FoundInput {
            input: vec![],
            output: vec![],
            outcome: "returned".into(),
            sides: sides.to_vec(),
            before: vec![],
        }
    }

    #[test]
    fn few_inputs_cover_all() {
        let inputs = [found(&[0, 2]), found(&[1, 2]), found(&[0, 1, 2, 3]), found(&[4])];
        assert_eq!(fewest(&inputs), [2, 3]);
        assert_eq!(fewest(&[]), Vec::<usize>::new());
    }

    #[test]
    fn what_later_choices_make_superfluous_goes() {
        let inputs = [found(&[1, 2, 3, 4]), found(&[1, 2, 5]), found(&[3, 4, 6])];
        assert_eq!(fewest(&inputs), [1, 2]);
    }
}

//! The smallest suite: as few inputs as we can find that together do all that any of them does, be it mutants that they kill
//! or sides that they take.
//!
//! Greedy first; then inputs that others make unnecessary are dropped, then pairs are replaced by single ones.

use proof::bits::Bits;

/// Numbers of the chosen sets, ascending; together they contain `needed` as far as `sets` do.
pub fn cover(sets: &[Bits], needed: &Bits) -> Vec<usize> {
    let mut chosen = greedy(sets, needed, |_, gain| gain);
    loop {
        prune(sets, needed, &mut chosen);
        if !merge(sets, needed, &mut chosen) {
            break;
        }
    }
    chosen.sort_unstable();
    chosen
}

/// The same several times over, each time with sets that were not chosen before: what is in enough sets is covered that
/// often.
pub fn cover_times(sets: &[Bits], needed: &Bits, times: usize) -> Vec<usize> {
    let mut left = sets.to_vec();
    let mut all = Vec::new();
    for _ in 0..times {
        let chosen = cover(&left, needed);
        if chosen.is_empty() {
            break;
        }
        for &i in &chosen {
            left[i].clear();
        }
        all.extend(chosen);
    }
    all.sort_unstable();
    all
}

/// As [`cover`], but each time the set with the highest rank is taken, which depends on its number and on what it gains;
/// and none is replaced by another.
pub fn cover_ranked<K: Ord>(sets: &[Bits], needed: &Bits, rank: impl Fn(usize, usize) -> K) -> Vec<usize> {
    let mut chosen = greedy(sets, needed, rank);
    prune(sets, needed, &mut chosen);
    chosen.sort_unstable();
    chosen
}

fn greedy<K: Ord>(sets: &[Bits], needed: &Bits, rank: impl Fn(usize, usize) -> K) -> Vec<usize> {
    let (mut rest, mut chosen) = (needed.clone(), Vec::new());
    loop {
        // The first of the best: ties go to the earlier set.
        let best = (0..sets.len())
            .map(|i| (sets[i].common(&rest), i))
            .filter(|&(gain, _)| gain > 0)
            .max_by_key(|&(gain, i)| (rank(i, gain), std::cmp::Reverse(i)));
        let Some((_, i)) = best else {
            return chosen;
        };
        rest.remove_all(&sets[i]);
        chosen.push(i);
    }
}

/// What `chosen` without the numbers in `but` leaves uncovered of what is needed and coverable.
fn missing(sets: &[Bits], needed: &Bits, chosen: &[usize], but: &[usize]) -> Bits {
    let mut rest = Bits::default();
    rest.clone_from(needed);
    for i in chosen.iter().filter(|i| !but.contains(i)) {
        rest.remove_all(&sets[*i]);
    }
    rest
}

/// Drops points whose kills all belong to others, latest first.
fn prune(sets: &[Bits], needed: &Bits, chosen: &mut Vec<usize>) {
    let out_of_reach = missing(sets, needed, chosen, &[]);
    for i in chosen.clone().into_iter().rev() {
        let mut lost = missing(sets, needed, chosen, &[i]);
        lost.remove_all(&out_of_reach);
        if lost.is_empty() {
            chosen.retain(|&j| j != i);
        }
    }
}

/// Replaces two chosen points by one that does the work of both; whether it found such a pair.
fn merge(sets: &[Bits], needed: &Bits, chosen: &mut Vec<usize>) -> bool {
    let out_of_reach = missing(sets, needed, chosen, &[]);
    for a in 0..chosen.len() {
        for b in a + 1..chosen.len() {
            let pair = [chosen[a], chosen[b]];
            let mut lost = missing(sets, needed, chosen, &pair);
            lost.remove_all(&out_of_reach);
            if let Some(one) = (0..sets.len()).find(|&i| lost.subset_of(&sets[i])) {
                chosen.retain(|j| !pair.contains(j));
                chosen.push(one);
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(list: &[usize]) -> Bits {
        let mut bits = Bits::new(10);
        list.iter().for_each(|&n| bits.insert(n));
        bits
    }

    #[test]
    fn improves_on_greedy() {
        // Greedy takes the big set first and then needs two more.
        let sets = [set(&[1, 2, 4, 5]), set(&[1, 2, 3]), set(&[4, 5, 6])];
        assert_eq!(cover(&sets, &set(&[1, 2, 3, 4, 5, 6])), vec![1, 2]);
    }

    #[test]
    fn covers_what_can_be_covered() {
        let sets = [set(&[1]), set(&[2]), set(&[1, 2])];
        assert_eq!(cover(&sets, &set(&[1, 2, 9])), vec![2]);
        assert!(cover(&sets, &set(&[])).is_empty());
        assert!(cover(&[], &set(&[1])).is_empty());
    }
}

//! Names that a user may have meant.

/// The names nearest to the wanted one, at most three, nearest first.
pub fn near_names(wanted: &str, names: &[String]) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let enough = wanted.chars().count().div_ceil(3) + 1;
    let mut scored: Vec<(usize, &String)> = names.iter().map(|name| (score(&wanted, name), name)).collect();
    scored.retain(|(score, _)| *score <= enough);
    scored.sort();
    scored.dedup();
    scored.into_iter().take(3).map(|(_, name)| name.clone()).collect()
}

/// A name that contains the other is as near as one edit.
fn score(wanted: &str, name: &str) -> usize {
    let name = name.to_lowercase();
    if name.contains(wanted) || wanted.contains(&name) {
        1
    } else {
        strsim::levenshtein(wanted, &name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_names_come_first_and_far_ones_not_at_all() {
        let names = ["solve_cubic", "solve", "triangle", "sol"].map(str::to_owned);
        assert_eq!(near_names("slove", &names), ["solve", "sol"]);
    }
}

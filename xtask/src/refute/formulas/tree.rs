//! Formulas as trees of words: read, written, matched with patterns, cut down.

use std::fmt;

/// A word, or a list.
#[derive(Clone, PartialEq)]
pub enum WordTree {
    /// A word.
    Atom(String),
    /// What stands between parentheses.
    List(Vec<WordTree>),
}

impl WordTree {
    /// A word.
    pub fn atom(word: &str) -> WordTree {
        WordTree::Atom(word.into())
    }

    /// Things between parentheses.
    pub fn list(parts: Vec<WordTree>) -> WordTree {
        WordTree::List(parts)
    }

    /// `(head parts…)`.
    pub fn new(head: &str, parts: Vec<WordTree>) -> WordTree {
        WordTree::List([WordTree::atom(head)].into_iter().chain(parts).collect())
    }

    /// `(name value)` of a `let`.
    pub fn pair(name: &str, value: WordTree) -> WordTree {
        WordTree::List(vec![WordTree::atom(name), value])
    }

    /// Reads one tree; a text that ends too early is as if it were closed.
    pub fn read(text: &str) -> WordTree {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut stack: Vec<Vec<WordTree>> = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => stack.push(Vec::new()),
                ")" => close(&mut stack),
                _ => stack.last_mut().into_iter().for_each(|l| l.push(WordTree::atom(word))),
            }
        }
        while stack.len() > 1 {
            close(&mut stack);
        }
        stack
            .pop()
            .and_then(|mut l| l.pop())
            .unwrap_or_else(|| WordTree::atom("0"))
    }

    /// The first word.
    pub fn head(&self) -> &str {
        match self {
            WordTree::Atom(word) => word,
            WordTree::List(parts) => parts
                .first()
                .map_or("", |p| if let WordTree::Atom(w) = p { w } else { "" }),
        }
    }

    /// Whether it is a word.
    pub fn is_atom(&self) -> bool {
        matches!(self, WordTree::Atom(_))
    }

    /// The same with another first word.
    pub fn renamed(&self, head: &str) -> WordTree {
        match self {
            WordTree::Atom(_) => WordTree::atom(head),
            WordTree::List(parts) => WordTree::new(head, parts[1..].to_vec()),
        }
    }

    /// How many words there are.
    pub fn size(&self) -> usize {
        match self {
            WordTree::Atom(_) => 1,
            WordTree::List(parts) => parts.iter().map(WordTree::size).sum(),
        }
    }

    /// Every part that is a number, as ways down to it: not conditions, not names that are bound.
    pub fn places(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        let WordTree::List(parts) = self else { return all };
        let kids: Vec<usize> = match self.head() {
            "if" => vec![2, 3],
            "let" | "let*" => vec![2],
            _ => (1..parts.len()).collect(),
        };
        let mut below = |way: &[usize], part: &WordTree| {
            all.extend(part.places().into_iter().map(|rest| [way, &rest].concat()));
        };
        for kid in kids {
            below(&[kid], &parts[kid]);
        }
        if let ("let" | "let*", WordTree::List(list)) = (self.head(), &parts[1]) {
            for (n, binding) in list.iter().enumerate() {
                if let WordTree::List(pair) = binding {
                    below(&[1, n, 1], &pair[1]);
                }
            }
        }
        all
    }

    /// The part at the end of a way.
    pub fn at(&self, way: &[usize]) -> Option<&WordTree> {
        match (way.split_first(), self) {
            (None, _) => Some(self),
            (Some((first, rest)), WordTree::List(parts)) => parts.get(*first)?.at(rest),
            _ => None,
        }
    }

    /// A copy with another part at the end of a way.
    pub fn with(&self, way: &[usize], part: WordTree) -> WordTree {
        match (way.split_first(), self) {
            (None, _) => part,
            (Some((first, rest)), WordTree::List(parts)) => {
                let mut parts = parts.clone();
                if let Some(kid) = parts.get_mut(*first) {
                    *kid = kid.with(rest, part);
                }
                WordTree::List(parts)
            }
            _ => self.clone(),
        }
    }

    /// What the letters a, b and c of this pattern stand for.
    pub fn matched(&self, other: &WordTree) -> Option<Vec<(String, WordTree)>> {
        match (self, other) {
            (WordTree::Atom(letter), _) if ["a", "b", "c"].contains(&letter.as_str()) => {
                Some(vec![(letter.clone(), other.clone())])
            }
            (WordTree::Atom(one), WordTree::Atom(two)) => (one == two).then(Vec::new),
            (WordTree::List(ours), WordTree::List(theirs)) if ours.len() == theirs.len() => {
                let each = ours.iter().zip(theirs).map(|(a, b)| a.matched(b));
                Some(each.collect::<Option<Vec<_>>>()?.concat())
            }
            _ => None,
        }
    }

    /// The pattern with its letters filled in.
    pub fn filled(&self, found: &[(String, WordTree)]) -> WordTree {
        match self {
            WordTree::Atom(word) => {
                let stands = found.iter().find(|(letter, _)| letter == word);
                stands.map_or_else(|| self.clone(), |(_, tree)| tree.clone())
            }
            WordTree::List(parts) => WordTree::List(parts.iter().map(|p| p.filled(found)).collect()),
        }
    }

    /// The first comparison made another one.
    pub fn compared_otherwise(&self, other: &str, comparisons: &[&str]) -> WordTree {
        let WordTree::List(parts) = self else {
            return self.clone();
        };
        if comparisons.contains(&self.head()) {
            return self.renamed(other);
        }
        let mut parts = parts.clone();
        for part in &mut parts {
            let changed = part.compared_otherwise(other, comparisons);
            if changed != *part {
                *part = changed;
                break;
            }
        }
        WordTree::List(parts)
    }

    /// Smaller trees that may show the same: parts in the place of the whole, and simple numbers.
    pub fn smaller(&self) -> Vec<WordTree> {
        let mut all = Vec::new();
        for way in self.places() {
            let Some(part) = self.at(&way) else { continue };
            if part.size() > 1 {
                let kids = part.places().into_iter().filter(|w| !w.is_empty());
                all.extend(kids.filter_map(|w| Some(self.with(&way, part.at(&w)?.clone()))));
                all.extend(["1", "x"].map(|word| self.with(&way, WordTree::atom(word))));
            }
        }
        all.sort_by_key(WordTree::size);
        all.dedup();
        all
    }
}

fn close(stack: &mut Vec<Vec<WordTree>>) {
    if let (Some(done), true) = (stack.pop(), !stack.is_empty()) {
        stack
            .last_mut()
            .into_iter()
            .for_each(|l| l.push(WordTree::List(done.clone())));
    }
}

impl fmt::Display for WordTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordTree::Atom(word) => write!(f, "{word}"),
            WordTree::List(parts) => {
                let parts: Vec<String> = parts.iter().map(WordTree::to_string).collect();
                write!(f, "({})", parts.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "x",
            "(+ x 1)",
            "(let ((t (exp x)) (u 2)) (if (< t 0) (- t) (fma t u x)))",
        ] {
            assert_eq!(WordTree::read(text).to_string(), text);
        }
    }

    #[test]
    fn patterns_are_matched_and_filled() {
        let found = WordTree::read("(* a (+ b c))")
            .matched(&WordTree::read("(* (sin x) (+ 1 y))"))
            .unwrap();
        let filled = WordTree::read("(+ (* a b) (* a c))").filled(&found);
        assert_eq!(filled.to_string(), "(+ (* (sin x) 1) (* (sin x) y))");
        assert!(WordTree::read("(- a b)").matched(&WordTree::read("(- x)")).is_none());
    }

    #[test]
    fn places_are_numbers_only() {
        let tree = WordTree::read("(let ((t (exp x))) (if (< t 0) 1 t))");
        let shown: Vec<String> = tree.places().iter().map(|w| tree.at(w).unwrap().to_string()).collect();
        assert_eq!(shown[1..], ["(if (< t 0) 1 t)", "1", "t", "(exp x)", "x"]);
        assert!(tree.smaller().iter().all(|t| t.size() < tree.size()));
    }
}

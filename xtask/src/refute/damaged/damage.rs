//! Ways to damage a file.

use super::values;
use crate::refute::Rng;

/// Longest file that is made.
const LONGEST: usize = 400_000;

/// Changes bytes; the second file is another good one of the same format.
type Damage = fn(&[u8], &[u8], &mut Rng) -> Vec<u8>;

const DAMAGES: &[Damage] = &[
    |bytes, _, rng| changed(bytes, rng, |byte, rng| byte ^ (1 << rng.below(8))),
    |bytes, _, rng| changed(bytes, rng, |_, rng| rng.next() as u8),
    |bytes, _, rng| bytes[..rng.below(bytes.len() + 1)].to_vec(),
    |bytes, _, rng| {
        let (a, b) = span(bytes, rng);
        [&bytes[..a], &bytes[b..]].concat()
    },
    |bytes, _, rng| {
        let (a, b) = span(bytes, rng);
        let times = 1 + rng.below(4);
        [&bytes[..a], &bytes[a..b].repeat(times), &bytes[a..]].concat()
    },
    |bytes, other, rng| {
        let (a, b) = (rng.below(bytes.len() + 1), rng.below(other.len() + 1));
        [&bytes[..a], &other[b..]].concat()
    },
    |bytes, _, rng| with_tokens(bytes, rng, |tokens, at, rng| tokens[at] = rng.pick(ODD).to_vec()),
    |bytes, _, rng| with_tokens(bytes, rng, |tokens, at, rng| tokens.insert(at, rng.pick(ODD).to_vec())),
    |bytes, _, rng| with_tokens(bytes, rng, |tokens, at, rng| tokens[at] = rng.pick(tokens).clone()),
    |bytes, _, rng| {
        with_tokens(bytes, rng, |tokens, at, rng| {
            let with = rng.below(tokens.len());
            tokens.swap(at, with);
        })
    },
    |bytes, _, rng| with_tokens(bytes, rng, |tokens, at, _| drop(tokens.remove(at))),
    |bytes, _, rng| {
        let depth = [10, 500, 20_000][rng.below(3)];
        let open = *rng.pick(OPENINGS);
        with_tokens(bytes, rng, |tokens, at, _| tokens.insert(at, open.repeat(depth)))
    },
    soup,
];

/// What may be nested.
const OPENINGS: &[&[u8]] = &[b"(", b"[", b"{\"a\":", b"-(", b"not ", b"(let ((x ", b"a.b."];

/// What readers may not expect.
const ODD: &[&[u8]] = &[
    b"0",
    b"-1",
    b"1e400",
    b"-1e-400",
    b"1e999999999",
    b"1e-999999999999999999999",
    b"0x1p+99999",
    b"0x1p-1074",
    b"18446744073709551616",
    b"-9223372036854775808",
    b"99999999999999999999999999999999999999999999999999999999999999",
    b"1/0",
    b"1/3",
    b"nan",
    b"\"nan\"",
    b"inf",
    b"\"-inf\"",
    b"\"\"",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"\0",
    b"\xff\xfe",
    b"\xe2\x80\xae",
    b"\"\\ud800\"",
    b"\n",
    b"\r",
    b"\x1b[2J",
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b"\"",
    b"'",
    b"#",
    b";",
    b"PI",
    b"(pow x 1000000)",
    b"x^1000000000",
    b"(! :precision binary16 x)",
    b"../../../etc/passwd",
];

/// One to three damages, one after the other.
pub fn damaged(bytes: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    // Half of what is JSON stays JSON: readers give up at the first sign that is out of place.
    if rng.one_in(2) {
        let odd = values::odd(&bytes, rng);
        if odd != bytes {
            return odd;
        }
    }
    for _ in 0..1 + rng.below(3) {
        bytes = rng.pick(DAMAGES)(&bytes, other, rng);
        bytes.truncate(LONGEST);
    }
    bytes
}

/// Some bytes in other ways.
fn changed(bytes: &[u8], rng: &mut Rng, change: impl Fn(u8, &mut Rng) -> u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte = change(*byte, rng);
        }
    }
    bytes
}

/// A part of a file, short more often than long.
fn span(bytes: &[u8], rng: &mut Rng) -> (usize, usize) {
    let a = rng.below(bytes.len() + 1);
    let longest = [4, 60, bytes.len() + 1][rng.below(3)];
    (a, (a + rng.below(longest)).min(bytes.len()))
}

fn with_tokens(bytes: &[u8], rng: &mut Rng, change: impl Fn(&mut Vec<Vec<u8>>, usize, &mut Rng)) -> Vec<u8> {
    let mut tokens = tokens(bytes);
    if !tokens.is_empty() {
        let at = rng.below(tokens.len());
        change(&mut tokens, at, rng);
    }
    tokens.concat()
}

/// Words and numbers, strings, blanks, and every other byte alone.
fn tokens(bytes: &[u8]) -> Vec<Vec<u8>> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b"._+-".contains(&b);
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(&first) = bytes.get(at) {
        let rest = &bytes[at + 1..];
        let more = match first {
            b'"' => rest.iter().position(|b| *b == b'"').map_or(0, |end| end + 1),
            _ if is_word(first) => rest.iter().take_while(|b| is_word(**b)).count(),
            _ if first.is_ascii_whitespace() => rest.iter().take_while(|b| b.is_ascii_whitespace()).count(),
            _ => 0,
        };
        tokens.push(bytes[at..at + 1 + more].to_vec());
        at += 1 + more;
    }
    tokens
}

/// The words of a file in any order.
fn soup(bytes: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let words = [tokens(bytes), tokens(other)].concat();
    let mut soup = Vec::new();
    for _ in 0..rng.below(400) {
        let word: &[u8] = match rng.one_in(10) || words.is_empty() {
            true => ODD[rng.below(ODD.len())],
            false => rng.pick(&words).as_slice(),
        };
        soup.extend_from_slice(word);
        soup.extend(rng.one_in(2).then_some(b' '));
    }
    soup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_damage_takes_every_file() {
        for damage in DAMAGES {
            for (number, bytes) in [&b"(FPCore (x) \"a\" 1.5)\n"[..], b"x", b"\""].iter().enumerate() {
                let mut rng = Rng::of("damage", 1, number as u64);
                (0..50).for_each(|_| drop(damage(bytes, b"{\"a\": 1}", &mut rng)));
            }
        }
        assert_eq!(
            tokens(b"a1 \"b c\"(-2.5"),
            [&b"a1"[..], b" ", b"\"b c\"", b"(", b"-2.5"]
        );
    }
}

//! Questions about words alone, for any width: hash keys, bit tricks, overflow guards, divisions.

use super::maker::{Maker, Word};

/// A problem for a width, and up to which width it is asked.
pub type WordClaim = (&'static str, u32, fn(&Maker));

const GOLDEN: i128 = 2_654_435_761;

/// Keys, residues and polynomials.
pub const ARITHMETIC: &[WordClaim] = &[
    ("hash-key", 64, |m| m.hold((m.word("n") * GOLDEN).equals(12345))),
    ("hash-even", 64, |m| m.hold((m.word("n") * 6).equals(7))),
    ("hash-bucket", 64, |m| {
        let n = m.word("n");
        m.hold(n.below(100) & (n * GOLDEN).right(m.width as i32 - 4).equals(11));
    }),
    ("generator-injective", 32, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold((x * 1_103_515_245 + 12345).equals(y * 1_103_515_245 + 12345));
        m.hold(x.differs(y));
    }),
    ("generator-twice", 64, |m| {
        let step = |x| x * 1_103_515_245 + 12345;
        m.hold(step(step(m.word("x"))).equals(42));
    }),
    ("mix-finds-key", 32, |m| {
        let half = m.width as i32 / 2;
        let x = m.word("x");
        let first = (x ^ x.right(half)) * 0x85eb_ca6bi128;
        m.hold((first ^ first.right(half)).equals(0x5a));
    }),
    ("square-mod-eight", 64, |m| {
        let x = m.word("x");
        m.hold((x * x & 7).equals(3));
    }),
    ("even-product", 64, |m| {
        let x = m.word("x");
        m.hold((x * (x + 1) & 1).equals(1));
    }),
    ("square-root-mod", 64, |m| {
        let x = m.word("x");
        m.hold((x * x).equals(12321));
        m.hold(x.differs(111) & x.differs(-111));
    }),
    ("seven-n-squared", 32, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold((x * x * 7 - 1).equals(y * y));
    }),
    ("binomial", 16, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(((x + y) * (x + y)).differs(x * x + x * y * 2 + y * y));
    }),
    ("distributes", 32, |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.word(name));
        m.hold((x * (y + z)).differs(x * y + x * z));
    }),
    ("product-associates", 16, |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.word(name));
        m.hold((x * y * z).differs(x * (y * z)));
    }),
    ("factors", 32, |m| {
        let n = [(8, 143), (16, 60491), (32, 4_293_001_441i128)];
        factors(
            m,
            n.iter().find(|(width, _)| *width == m.width).map_or(143, |(_, n)| *n),
        );
    }),
    ("prime", 32, |m| {
        let n = [(8, 251), (16, 65521), (32, 4_294_967_291i128)];
        factors(
            m,
            n.iter().find(|(width, _)| *width == m.width).map_or(251, |(_, n)| *n),
        );
    }),
];

/// Two numbers above 1 of half the width and a bit, whose product is n.
fn factors(m: &Maker, n: i128) {
    let (x, y) = (m.word("x"), m.word("y"));
    let half = 1i128 << (m.width / 2);
    m.hold(x.below(half * 2) & y.below(half) & !x.below(2) & !y.below(2));
    let more = m.width;
    m.hold((x.wider(more) * y.wider(more)).equals(n));
}

/// Divisions and guards against overflow.
pub const GUARDS: &[WordClaim] = &[
    ("division-comes-back", 16, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(y.differs(0) & (x / y * y + x % y).differs(x));
    }),
    ("remainder-below", 32, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(y.differs(0) & !(x % y).below(y));
    }),
    ("signed-remainder-sign", 16, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        let rest = x.remainder_signed(y);
        m.hold(y.differs(0) & x.below_signed(0) & !rest.at_most_signed(0));
    }),
    ("signed-quotient-overflows", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(x.below_signed(0) & y.below_signed(0) & x.divided_signed(y).below_signed(0));
    }),
    ("tenths", 64, |m| {
        let x = m.word("x");
        m.hold(x.below(x / 10 * 10));
    }),
    ("tenth-by-product", 32, |m| {
        let (factor, shift) = match m.width {
            8 => (205i128, 11),
            16 => (0xcccd, 19),
            _ => (0xcccc_cccd, 35),
        };
        let x = m.word("x");
        let wide = (x.wider(m.width) * factor).right(shift);
        m.hold(wide.extract(m.width - 1, 0).differs(x / 10));
    }),
    ("division-by-power", 64, |m| {
        let x = m.word("x");
        m.hold(x.divided_signed(4).differs(x.right_signed(2)));
    }),
    ("division-by-power-with-bias", 64, |m| {
        let x = m.word("x");
        let bias = x.right_signed(m.width as i32 - 1) & 3;
        m.hold(x.divided_signed(4).differs((x + bias).right_signed(2)));
    }),
    ("three-and-power-of-two", 64, |m| {
        let x = m.word("x");
        m.hold((x & (x - 1)).equals(0) & x.differs(0) & (x % 3).equals(0));
    }),
    ("sum-overflows", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(!x.below_signed(1) & x.below_signed(y));
        m.hold((x + y).below_signed(0));
    }),
    ("guarded-sum", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(!x.below_signed(0) & !y.below_signed(0));
        m.hold(x.at_most_signed(-(y + 1) + (1i128 << (m.width - 1))));
        m.hold((x + y).below_signed(0));
    }),
    ("sum-overflow-trick", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        let sum = x + y;
        m.hold(((x ^ sum) & (y ^ sum)).below_signed(0) ^ x.sum_overflows(y));
    }),
    ("guarded-product", 16, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(y.differs(0) & x.at_most((x | -1) / y));
        m.hold(x.product_overflows(y));
    }),
    ("product-overflow-unseen", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(x.product_overflows_signed(y));
        m.hold(!x.below_signed(2) & !y.below_signed(2) & x.below_signed(x * y));
    }),
    ("allocation", 64, |m| {
        let n = m.word("n");
        m.hold((n * 24 + 16).below(n) & !n.equals(0));
        m.hold((n * 24).equals(8));
    }),
    ("middle-overflows", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold(x.at_most(y) & ((x + y) / 2).below(x));
    }),
    ("middle", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        let middle = x + (y - x) / 2;
        m.hold(x.at_most(y) & (middle.below(x) | y.below(middle)));
    }),
];

/// Tricks with bits.
pub const TRICKS: &[WordClaim] = &[
    ("swap", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        let a = x ^ y;
        let b = y ^ a;
        m.hold(b.differs(x) | (a ^ b).differs(y));
    }),
    ("sum-of-and-or", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold((x + y).differs((x | y) + (x & y)));
    }),
    ("xor-by-difference", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold((x ^ y).differs((x | y) - (x & y)));
    }),
    ("average", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        let wide = ((x.wider(1) + y.wider(1)).right(1)).extract(m.width - 1, 0);
        m.hold(wide.differs((x & y) + (x ^ y).right(1)));
    }),
    ("absolute", 64, |m| {
        let x = m.word("x");
        let sign = x.right_signed(m.width as i32 - 1);
        m.hold(((x ^ sign) - sign).differs((-x).where_else(x.below_signed(0), x)));
    }),
    ("absolute-negative", 64, |m| {
        let x = m.word("x");
        let sign = x.right_signed(m.width as i32 - 1);
        m.hold(((x ^ sign) - sign).below_signed(0));
    }),
    ("least", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        let least = y ^ ((x ^ y) & x.below(y).mask(m.width));
        m.hold(least.differs(x.where_else(x.below(y), y)));
    }),
    ("lowest-bit", 64, |m| {
        let x = m.word("x");
        let low = x & -x;
        m.hold((low & (low - 1)).differs(0));
    }),
    ("gray-injective", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        m.hold((x ^ x.right(1)).equals(y ^ y.right(1)) & x.differs(y));
    }),
    ("gray-decodes", 64, |m| {
        let x = m.word("x");
        let code = x ^ x.right(1);
        let shifts = (0..6).map(|k| 1 << k).filter(|shift| *shift < m.width as i32);
        m.hold(shifts.fold(code, |code, shift| code ^ code.right(shift)).differs(x));
    }),
    ("xorshift-injective", 64, |m| {
        let (x, y) = (m.word("x"), m.word("y"));
        let (a, b) = (x ^ x.left(3), y ^ y.left(3));
        let (a, b) = (a ^ a.right(5), b ^ b.right(5));
        m.hold((a ^ a.left(4)).equals(b ^ b.left(4)) & x.differs(y));
    }),
    ("count-of-bits", 64, |m| {
        let x = m.word("x");
        let naive = (1..m.width as i32).fold(x & 1, |sum, place| sum + (x.right(place) & 1));
        m.hold(naive.differs(count(m, x)));
    }),
    ("count-of-three", 64, |m| {
        let x = m.word("x");
        m.hold(count(m, x).equals(3) & (x % 7).equals(0) & (x % 5).equals(1));
    }),
    ("reversed-twice", 64, |m| {
        let x = m.word("x");
        m.hold(reversed(m, reversed(m, x)).differs(x));
    }),
    ("palindrome", 64, |m| {
        let x = m.word("x");
        m.hold(reversed(m, x).equals(x) & (x % 3).equals(1) & (x & 0xf).equals(5));
    }),
    ("rotated-back", 64, |m| {
        let (x, k) = (m.word("x"), m.word("k"));
        let width = m.width as i32;
        let there = x.left(k) | x.right(-k + width);
        let back = there.right(k) | there.left(-k + width);
        m.hold(k.below(width) & back.differs(x));
    }),
    ("shifted-back", 64, |m| {
        let (x, k) = (m.word("x"), m.word("k"));
        let half = m.width / 2;
        m.hold(x.below(1i128 << half) & k.at_most(half as i32));
        m.hold(x.left(k).right(k).differs(x));
    }),
    ("shifted-out", 64, |m| {
        let (x, k) = (m.word("x"), m.word("k"));
        m.hold(x.left(k).right(k).differs(x) & k.below(3) & x.below_signed(0));
    }),
    ("sign-by-shifts", 64, |m| {
        let x = m.word("x");
        let half = m.width / 2;
        let by_shifts = x.left(half as i32).right_signed(half as i32);
        m.hold(by_shifts.differs(x.extract(half - 1, 0).wider_signed(half)));
    }),
];

/// Alternating blocks of ones and zeros of 2^k bits, ones lowest.
fn blocks(width: u32, k: u32) -> i128 {
    (0..width)
        .filter(|place| place >> k & 1 == 0)
        .map(|place| 1i128 << place)
        .sum()
}

/// The number of ones, by sums of neighbours.
fn count<'m>(m: &'m Maker, x: Word<'m>) -> Word<'m> {
    let steps = m.width.ilog2();
    (0..steps).fold(x, |x, k| {
        (x & blocks(m.width, k)) + (x.right(1 << k) & blocks(m.width, k))
    })
}

/// The bits in the opposite order, by exchanges of neighbours.
fn reversed<'m>(m: &'m Maker, x: Word<'m>) -> Word<'m> {
    let steps = m.width.ilog2();
    (0..steps).fold(x, |x, k| {
        (x & blocks(m.width, k)).left(1 << k) | (x.right(1 << k) & blocks(m.width, k))
    })
}

//! Laws that hold for every suite, every double and every oracle.

use proptest::prelude::*;
use proptest::{collection::vec, option};
use suite::*;

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z0-9_.-]{1,8}", any::<String>()]
}

fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        (0u64..1 << 52).prop_map(f64::from_bits),
        Just(0.0),
        Just(-0.0),
        Just(f64::INFINITY),
    ]
}

fn hex() -> impl Strategy<Value = Hex> {
    double().prop_map(Hex)
}

prop_compose! {
    fn bound()(value in name(), strict: bool) -> BoundRecord {
        BoundRecord { value, strict }
    }
}

fn format() -> impl Strategy<Value = FormatRecord> {
    prop_oneof![Just(FormatRecord::Binary32), Just(FormatRecord::Binary64)]
}

prop_compose! {
    fn argument()(name in name(), format in format(), lo in option::of(bound()), hi in option::of(bound())) -> ArgumentRecord {
        ArgumentRecord { name, format, lo, hi }
    }
}

prop_compose! {
    fn accuracy()(relative in option::of(name()), absolute in option::of(name()), ulps in option::of(name()), rounded: bool)
        -> AccuracyRecord {
        AccuracyRecord { relative, absolute, ulps, rounded }
    }
}

fn policy() -> impl Strategy<Value = PolicyRecord> {
    prop_oneof![
        Just(PolicyRecord::Reject),
        Just(PolicyRecord::Clamp),
        Just(PolicyRecord::Unspecified)
    ]
}

fn share() -> impl Strategy<Value = Option<DefinedShare>> {
    option::of((any::<u64>(), any::<u64>()).prop_map(|(defined, probed)| DefinedShare { defined, probed }))
}

prop_compose! {
    fn spec()(name in name(), fpcore: String, sha256 in "[0-9a-f]{64}", arguments in vec(argument(), 0..4),
              output in format(), accuracy in accuracy(), out_of_domain in policy(), defined_share in share()) -> SpecRecord {
        SpecRecord { name, fpcore, sha256, arguments, output, accuracy, out_of_domain, defined_share }
    }
}

fn how() -> impl Strategy<Value = How> {
    prop_oneof![
        Just(How::Disjoint),
        Just(How::Definedness),
        Just(How::Rejects),
        Just(How::Accepts),
        Just(How::Inaccurate)
    ]
}

fn names() -> impl Strategy<Value = Vec<String>> {
    vec(name(), 0..4)
}

fn evidence() -> impl Strategy<Value = MutantEvidence> {
    prop_oneof![
        (name(), how()).prop_map(|(test, how)| MutantEvidence::Kill { test, how }),
        names().prop_map(|rules| MutantEvidence::Identity { rules }),
        (any::<u64>(), names()).prop_map(|(boxes, rules)| MutantEvidence::Covering { boxes, rules }),
        (name(), names()).prop_map(|(of, rules)| MutantEvidence::Duplicate { of, rules }),
        (name(), any::<u64>(), option::of(name())).prop_map(|(reason, boxes, closest)| MutantEvidence::Undecided {
            reason,
            boxes,
            closest
        }),
    ]
}

fn status() -> impl Strategy<Value = Status> {
    prop_oneof![
        Just(Status::Killed),
        Just(Status::Equivalent),
        Just(Status::Undecided),
        Just(Status::Duplicate)
    ]
}

prop_compose! {
    fn mutant()(id in name(), operator in "binary|unary|constant", objective in name(), description: String,
                fpcore: String, status in status(), killed_by in names(), evidence in evidence()) -> MutantRecord {
        MutantRecord { id, operator, objective, description, fpcore, status, killed_by, evidence }
    }
}

fn kind() -> impl Strategy<Value = TestKind> {
    prop_oneof![
        Just(TestKind::Normal),
        Just(TestKind::Robustness),
        Just(TestKind::Structural)
    ]
}

fn expect() -> impl Strategy<Value = Expect> {
    prop_oneof![Just(Expect::Value), Just(Expect::Reject), Just(Expect::Undefined)]
}

fn input() -> impl Strategy<Value = InputRecord> {
    (name(), double()).prop_map(|(name, value)| InputRecord::new(name, value))
}

fn range() -> impl Strategy<Value = Option<DoubleRange>> {
    option::of((hex(), hex()).prop_map(|(lo, hi)| DoubleRange { lo, hi }))
}

fn invalid() -> impl Strategy<Value = Option<Invalid>> {
    option::of((hex(), hex()).prop_map(|(below, above)| Invalid { below, above }))
}

fn enclosure() -> impl Strategy<Value = Option<EnclosureText>> {
    option::of((name(), name()).prop_map(|(lo, hi)| EnclosureText { lo, hi }))
}

prop_compose! {
    fn test()(id in name(), kind in kind(), inputs in vec(input(), 0..4), expect in expect(), valid in range(),
              invalid in invalid(), enclosure in enclosure(), kills in names(), objectives in names()) -> Test {
        Test { id, kind, inputs, expect, valid, invalid, enclosure, kills, objectives }
    }
}

prop_compose! {
    fn suites()(command: String, seed: u64, spec in spec(), mutants in vec(mutant(), 0..6), tests in vec(test(), 0..6))
        -> Suite {
        Suite::new("lydian", &command, seed, spec, mutants, tests)
    }
}

proptest! {
    #[test]
    fn a_suite_reads_back_as_it_was(suite in suites()) {
        let text = suite.to_json();
        let back = Suite::from_json(&text).unwrap();
        prop_assert_eq!(&back, &suite);
        prop_assert_eq!(back.to_json(), text);
    }

    #[test]
    fn unknown_fields_are_passed_over(suite in suites()) {
        let text = suite.to_json().replacen("{\n", "{\n  \"later\": {\"than\": [1]},\n", 1);
        prop_assert_eq!(Suite::from_json(&text).unwrap(), suite);
    }

    #[test]
    fn cut_off_text_is_an_error(suite in suites(), share in 0.0..1.0f64) {
        let text = suite.to_json();
        let mut end = (text.len() as f64 * share) as usize;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        prop_assume!(end < text.trim_end().len());
        prop_assert!(Suite::from_json(&text[..end]).is_err());
    }

    #[test]
    fn checking_never_fails(suite in suites()) {
        let _ = (suite.validate(), suite.orphans());
    }

    #[test]
    fn a_double_reads_back_with_the_same_bits(x in double()) {
        let back = hex::parse(&hex::format(x)).unwrap();
        prop_assert_eq!(Hex(back), Hex(x));
        prop_assert_eq!(Hex(hex::decimal(x).parse().unwrap()), Hex(x));
    }

    #[test]
    fn an_integer_of_128_bits_rounds_as_the_compiler_rounds_it(n: u128, up in 0u32..120) {
        prop_assert_eq!(hex::parse(&format!("0x{n:x}")), Some(n as f64));
        let shifted = hex::parse(&format!("0x{:x}p+{up}", n >> up));
        prop_assert_eq!(shifted, Some((n >> up) as f64 * 2f64.powi(up as i32)));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+]?(0x)?[0-9a-fA-Fpx.]{0,20}") {
        if let Some(x) = hex::parse(&text) {
            prop_assert_eq!(hex::parse(&hex::format(x)).map(Hex), Some(Hex(x)));
        }
    }

    #[test]
    fn verdicts_of_an_oracle_agree(a in hex(), b in hex(), c in hex(), d in hex(), y in double(), mut t in test()) {
        let mut ends = [a.0, b.0, c.0, d.0];
        prop_assume!(ends.iter().all(|e| !e.is_nan()));
        ends.sort_by(f64::total_cmp);
        let [below, lo, hi, above] = ends.map(Hex);
        prop_assume!(below.0 < lo.0 && hi.0 < above.0);
        t.expect = Expect::Value;
        (t.valid, t.invalid) = (Some(DoubleRange { lo, hi }), Some(Invalid { below, above }));
        let verdict = t.judge(ObservedOutput::Value(y));
        prop_assert_eq!(verdict == Verdict::Ok, lo.0 <= y && y <= hi.0);
        prop_assert_eq!(verdict == Verdict::Ko, y.is_nan() || y <= below.0 || y >= above.0);
        prop_assert_eq!(t.judge(ObservedOutput::Rejected), Verdict::Ko);
        prop_assert_eq!(t.judge(ObservedOutput::Value(f64::NAN)), Verdict::Ko);
    }

    #[test]
    fn a_rejecting_oracle_never_doubts(y in double(), mut t in test()) {
        prop_assume!(t.expect != Expect::Value);
        (t.valid, t.invalid) = (None, None);
        let expected = if y.is_nan() { Verdict::Ok } else { Verdict::Ko };
        prop_assert_eq!(t.judge(ObservedOutput::Value(y)), expected);
    }
}

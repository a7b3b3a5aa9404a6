//! Shapes from debug information, the way of arguments into the function and back, and what is refused.

use instrument::{InstrumentRequest, InstrumentTrouble, Passing, Scalar, instrument};

use crate::common::*;

fn with_array(function: &str, name: &str, count: usize) -> InstrumentRequest {
    InstrumentRequest {
        arrays: vec![(name.to_owned(), count)],
        ..request("shapes.c", function)
    }
}

#[test]
fn structs_enums_and_pointers_go_in_and_come_out() {
    let made = make("shapes.c", "everything");
    let shape = made.function();
    let inputs: Vec<&str> = shape.inputs.iter().map(|slot| slot.name.as_str()).collect();
    let expected = "by_value.at[0].x by_value.at[0].y by_value.at[0].tag by_value.at[1].x by_value.at[1].y \
                    by_value.at[1].tag by_value.colour in.x in.y in.tag out byte big both.at[0].x both.at[0].y \
                    both.at[0].tag both.at[1].x both.at[1].y both.at[1].tag both.colour";
    assert_eq!(inputs.join(" "), expected);
    let colour = Scalar::Enum {
        bits: 32,
        signed: true,
        values: vec![],
    };
    let Scalar::Enum { bits, signed, values } = &shape.inputs[6].kind else {
        panic!("not {colour:?}")
    };
    assert_eq!((*bits, *signed, values[2].clone()), (32, true, ("BLUE".to_owned(), -2)));
    assert_eq!(shape.parameters[1].passing, Passing::ConstPointer);

    let mut loaded = load(&made);
    let mut numbers = [0.0; 20];
    for (name, number) in [
        ("by_value.at[1].y", 2.5),
        ("by_value.colour", -2.0),
        ("in.x", 0.25),
        ("byte", 200.0),
        ("big", 1e20),
        ("both.at[1].tag", -7.0),
    ] {
        numbers[inputs.iter().position(|input| *input == name).unwrap()] = number;
    }
    loaded.call(&pack(&made, &numbers));
    let read = |name: &str| {
        let slot = shape.outputs.iter().find(|slot| slot.name == name).unwrap();
        loaded.output()[slot.offset..slot.offset + slot.kind.size()].to_vec()
    };
    assert_eq!(read("result"), 193f64.to_le_bytes());
    assert_eq!(read("out"), 2.75f64.to_le_bytes());
    assert_eq!(read("both.at[0].y"), 1e20f64.to_le_bytes());
    assert_eq!(read("both.colour"), 5i32.to_le_bytes());
}

#[test]
fn arrays_have_the_length_that_is_asked_for() {
    let made = instrument(&with_array("sum", "x", 3)).unwrap();
    let mut loaded = load(&made);
    loaded.call(&pack(&made, &[1.0, 2.0, 4.0, 3.0]));
    assert_eq!(loaded.output()[..8], 7f64.to_le_bytes());

    let made = instrument(&with_array("letters", "s", 4)).unwrap();
    let mut loaded = load(&made);
    loaded.call(&pack(&made, &[65.0, 66.0, 67.0, 68.0]));
    assert_eq!(
        loaded.output()[..4],
        4i32.to_le_bytes(),
        "a zero stands behind the last letter"
    );
}

#[test]
fn structs_can_be_results_and_arguments_can_be_missing() {
    let made = make("shapes.c", "made");
    let mut loaded = load(&made);
    loaded.call(&pack(&made, &[9.0]));
    assert_eq!(loaded.output()[8..16], 9f64.to_le_bytes());
    let made = make("shapes.c", "nothing");
    let mut loaded = load(&made);
    loaded.call(&[]);
    assert_eq!(loaded.output()[..4], 42i32.to_le_bytes());
    assert!(made.branches().is_empty());
}

#[test]
fn unsupported_types_are_named_with_a_remedy() {
    let table = [
        ("twice", "argument `x` is a pointer to a pointer"),
        ("any", "argument `p` is a pointer to no known type (`void *`)"),
        ("list", "the last argument is a list of any length"),
        ("of_union", "argument `w` is a union"),
        ("of_flags", "argument `f` is a struct with bit fields"),
        ("complicated", "the result is `complex` of 128 bits"),
    ];
    for (function, expected) in table {
        let text = trouble(&request("shapes.c", function)).to_string();
        assert!(text.starts_with(&format!("{function}: {expected}")), "{text}");
        assert!(text.contains("write a small function around it"), "{text}");
    }
}

#[test]
fn bad_requests_are_explained() {
    let text = trouble(&request("textbook.c", "form_double")).to_string();
    assert!(text.contains("did you mean from_double"), "{text}");
    let text = trouble(&request("broken.c", "broken")).to_string();
    assert!(
        text.contains("broken.c does not compile") && text.contains("expected expression"),
        "{text}"
    );
    assert!(matches!(
        trouble(&request("missing.c", "f")),
        InstrumentTrouble::Compile { .. }
    ));
    assert!(matches!(
        trouble(&request("notes.txt", "f")),
        InstrumentTrouble::UnknownLanguage { .. }
    ));
    let text = trouble(&with_array("sum", "y", 3)).to_string();
    assert_eq!(text, "sum has no pointer argument `y` that could be an array of 3");
    assert!(matches!(
        trouble(&InstrumentRequest {
            files: vec![],
            ..InstrumentRequest::default()
        }),
        InstrumentTrouble::Request(_)
    ));
}

#[test]
fn further_sources_flags_and_libraries_are_linked() {
    let folder = tempfile::tempdir().unwrap();
    let (main, other) = (folder.path().join("main.c"), folder.path().join("other.c"));
    std::fs::write(
        &main,
        "double other(double);\nint f(double x) { return other(x) > LEVEL; }\n",
    )
    .unwrap();
    std::fs::write(&other, "double other(double x) { return x * 2; }\n").unwrap();
    let base = InstrumentRequest {
        flags: vec!["-DLEVEL=3".to_owned()],
        ..InstrumentRequest::new(&main, "f")
    };
    assert!(
        matches!(trouble(&base), InstrumentTrouble::Compile { .. }),
        "the linker misses `other`"
    );
    let linked = InstrumentRequest {
        link: vec![other.display().to_string()],
        ..base.clone()
    };
    let joined = InstrumentRequest {
        files: vec![main, other],
        ..base
    };
    for request in [linked, joined] {
        let made = instrument(&request).unwrap();
        let mut loaded = load(&made);
        loaded.call(&pack(&made, &[1.75]));
        assert_eq!(loaded.output()[..4], 1i32.to_le_bytes());
    }
}

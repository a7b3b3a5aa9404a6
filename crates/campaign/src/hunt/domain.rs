//! The inputs of a subject where there is no specification: as they were named, with the types of its signature.

use expr::spec::{Accuracy, Defaults, Specification};
use rug::Rational;
use subject::{PassedType, SubjectTypes};

/// An input of a domain without a formula.
#[derive(Clone, Debug)]
pub struct DomainInput {
    /// Its name.
    pub name: String,
    /// Its least and greatest value.
    pub range: (Rational, Rational),
    /// S where integers k stand for k·2^S.
    pub scale: Option<i32>,
}

/// A domain as a specification. Its formula is the number 0, which nobody asks for: only its inputs, their ranges and the
/// formats count.
pub fn domain(
    name: &str,
    inputs: &[DomainInput],
    types: Option<&SubjectTypes>,
    result_scale: Option<i32>,
) -> Result<Specification, String> {
    let formats = |n: usize| types.and_then(|types| types.arguments.get(n)).copied();
    let arguments = inputs.iter().enumerate().map(|(n, input)| {
        let format = precision(formats(n), input.scale);
        format!("(! :precision {format} {})", input.name)
    });
    let bounds = inputs.iter().map(|input| {
        let (lo, hi) = &input.range;
        format!("(<= {lo} {} {hi})", input.name)
    });
    let text = format!(
        "(FPCore ({}) :precision {} :pre (and {}) 0)",
        arguments.collect::<Vec<_>>().join(" "),
        precision(types.map(|types| types.result), result_scale),
        bounds.collect::<Vec<_>>().join(" "),
    );
    let mut cores = expr::fpcore::read(&text).map_err(|why| why.to_string())?;
    let core = cores.pop().ok_or("there is no input")?;
    // Some accuracy has to be stated; what may differ is said elsewhere.
    let accuracy = Accuracy {
        ulps: Some(Rational::from(1)),
        ..Accuracy::default()
    };
    let mut spec =
        Specification::from_core(&core, &Defaults { accuracy, range: None }).map_err(|why| why.to_string())?;
    spec.name = name.into();
    Ok(spec)
}

/// The format of a type, as FPCore spells it.
fn precision(ty: Option<PassedType>, scale: Option<i32>) -> String {
    let fixed = |bits: u8| format!("(fixed {} {bits})", scale.unwrap_or(0));
    match ty {
        Some(PassedType::Float) => "binary32".into(),
        Some(PassedType::Signed(bytes)) => fixed(8 * bytes),
        // One bit more, since the words of a format have a sign.
        Some(PassedType::Unsigned(bytes)) => fixed(8 * bytes + u8::from(bytes < 8)),
        _ => "binary64".into(),
    }
}

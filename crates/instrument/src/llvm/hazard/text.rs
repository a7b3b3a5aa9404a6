//! What stands in the source where the compiled code leaves it open.

use inkwell::values::InstructionValue;

use crate::llvm::raw;

/// The line of the source that an instruction comes from, and the rest of it from the instruction's column on.
pub(super) fn of(at: InstructionValue<'_>) -> Option<(String, String)> {
    let (file, line, column) = raw::location(at)?;
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().nth(line.checked_sub(1)? as usize)?.to_owned();
    let rest = line.get(column.checked_sub(1)? as usize..)?.to_owned();
    Some((line, rest))
}

/// Whether the source has `++` or `--` where an instruction comes from; `None` in a macro, or where no source can be read.
pub(super) fn is_step(at: InstructionValue<'_>) -> Option<bool> {
    let (_, rest) = of(at)?;
    let begins = |with: &[&str]| with.iter().any(|word| rest.starts_with(word));
    begins(&["+", "-"]).then(|| begins(&["++", "--"]))
}

/// Whether a comparison with both ends of `case 1 ... 5:` made the instruction.
pub(super) fn is_case_range(at: InstructionValue<'_>) -> bool {
    of(at).is_some_and(|(line, _)| line.trim_start().starts_with("case ") && line.contains("..."))
}

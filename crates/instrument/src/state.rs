//! What the probes keep about a run, in the layout of `runtime/probe.h`.

/// A distance to or from NaN: farther than any two numbers.
pub const NAN_DISTANCE: f64 = 1_267_650_600_228_229_401_496_703_205_376.0;

/// One conditional branch, or one hazard, as the runtime writes it.
///
/// The true side of a hazard means that it died; its false side means nothing.
///
/// It tells about the current run only when its epoch is the one of the run; [`crate::Loaded`] checks that.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProbeRecord {
    /// The run in which the rest was written.
    pub epoch: u64,
    /// How often the condition was false and true.
    pub hits: [u32; 2],
    /// Least distance to the false and to the true side in units in the last place (or integer steps);
    /// zero exactly when the side was taken, [`NAN_DISTANCE`] when only NaN is in the way.
    pub distance: [f64; 2],
    /// Left operand of the last execution, or of the first in which a hazard died: the bits of a double, or an integer.
    pub left: u64,
    /// Right operand of the same execution.
    pub right: u64,
    /// Result of the operation at a hazard in the same execution; zero at branches.
    pub result: u64,
    /// At a hazard that died: how many others had died before in the same run.
    pub turn: u64,
}

impl ProbeRecord {
    /// Least distance to a side on a scale where one step from zero is 1 and each doubling adds 1.
    pub fn logarithmic(&self, side: bool) -> f64 {
        (1.0 + self.distance[usize::from(side)]).log2()
    }
}

/// The head of the runtime's state, in the layout of `struct lydian_state`.
#[repr(C)]
#[derive(Debug)]
pub struct StateHead {
    /// Number of the current run.
    pub epoch: u64,
    /// Probes that the run had left when it ended.
    pub left_over: u64,
    /// Probes that a run may execute.
    pub limit: u64,
    /// What the subject gave to `exit`.
    pub exit_code: i64,
    /// The records, one for each branch.
    pub branches: *const ProbeRecord,
    /// Number of records.
    pub branch_count: u64,
    /// Hazards that have died in the run.
    pub deaths: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_the_one_of_the_header() {
        assert_eq!(size_of::<ProbeRecord>(), 64);
        assert_eq!(size_of::<StateHead>(), 56);
        assert_eq!(NAN_DISTANCE, 2f64.powi(100));
    }
}

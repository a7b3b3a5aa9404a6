//! Narrows all terms of a box until nothing changes, or long enough.

use super::backward::backward;
use super::cone::Cone;
use super::forward::forward;
use super::value::Value;

/// How often the cone is gone through for one box. Narrowing by an ulp at a time would never end otherwise.
const SWEEPS: u32 = 16;

/// How the narrowing of a box ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrowed {
    /// A term has no value left.
    Empty,
    /// All terms have values.
    Some,
    /// The steps are used up.
    StepsUsedUp,
}

/// What is still to be looked at, and how much that may be.
pub struct Propagator<'c, 'p> {
    cone: &'c Cone<'p>,
    up: Vec<bool>,
    down: Vec<bool>,
    found: Vec<(usize, Value)>,
    /// How many steps are left.
    pub steps: u64,
}

impl<'c, 'p> Propagator<'c, 'p> {
    pub fn new(cone: &'c Cone<'p>, steps: u64) -> Propagator<'c, 'p> {
        let none = vec![false; cone.nodes.len()];
        Propagator {
            cone,
            up: none.clone(),
            down: none,
            found: Vec::new(),
            steps,
        }
    }

    /// Everything is to be looked at.
    pub fn touch_all(&mut self) {
        self.up.fill(true);
        self.down.fill(true);
    }

    /// A place has changed: it says something new about its arguments, and about what is made of it.
    pub fn touch(&mut self, place: usize) {
        self.down[place] = true;
        for user in self.cone.users(place) {
            self.up[*user] = true;
            self.down[*user] = true;
        }
    }

    /// Narrows what was touched and what follows.
    pub fn run(&mut self, values: &mut [Value]) -> Narrowed {
        let mut outcome = Narrowed::Some;
        for _ in 0..SWEEPS {
            outcome = self.sweep_up(values);
            if outcome == Narrowed::Some {
                outcome = self.sweep_down(values);
            }
            if outcome != Narrowed::Some || !self.up.contains(&true) && !self.down.contains(&true) {
                break;
            }
        }
        self.up.fill(false);
        self.down.fill(false);
        outcome
    }

    fn sweep_up(&mut self, values: &mut [Value]) -> Narrowed {
        for place in 0..values.len() {
            if std::mem::take(&mut self.up[place]) {
                let value = forward(self.cone, values, place);
                if !self.narrow(values, place, value) {
                    return Narrowed::Empty;
                }
                if !self.pay() {
                    return Narrowed::StepsUsedUp;
                }
            }
        }
        Narrowed::Some
    }

    fn sweep_down(&mut self, values: &mut [Value]) -> Narrowed {
        for place in (0..values.len()).rev() {
            if std::mem::take(&mut self.down[place]) {
                let mut found = std::mem::take(&mut self.found);
                backward(self.cone, values, place, &mut |at, value| found.push((at, value)));
                let all = found.drain(..).all(|(at, value)| self.narrow(values, at, value));
                self.found = found;
                if !all {
                    return Narrowed::Empty;
                }
                if !self.pay() {
                    return Narrowed::StepsUsedUp;
                }
            }
        }
        Narrowed::Some
    }

    fn pay(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    /// Keeps what both allow; false if that is nothing. Nothing is known of words that are too wide.
    fn narrow(&mut self, values: &mut [Value], place: usize, value: Value) -> bool {
        if self.cone.shape(place).is_wide() {
            return true;
        }
        let met = values[place].meet(value);
        if met != values[place] {
            values[place] = met;
            self.touch(place);
        }
        !met.is_empty()
    }
}

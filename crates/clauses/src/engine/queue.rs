//! Variables by how lately they took part in a conflict (VMTF): a list, whose end is looked at first.

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
    /// Grows along the list.
    stamp: u64,
}

/// The list of variables.
pub struct MoveQueue {
    links: Vec<Link>,
    first: u32,
    last: u32,
    /// All variables after this one have values.
    search: u32,
    stamps: u64,
}

impl MoveQueue {
    pub fn new(variables: usize) -> MoveQueue {
        let empty = Link {
            before: NONE,
            after: NONE,
            stamp: 0,
        };
        let mut queue = MoveQueue {
            links: vec![empty; variables],
            first: NONE,
            last: NONE,
            search: NONE,
            stamps: 0,
        };
        // The variable that was made first comes first: inputs are made before what is computed from them.
        for variable in (0..variables).rev() {
            queue.append(variable as u32);
        }
        queue.search = queue.last;
        queue
    }

    /// The last variable of the list that is open.
    pub fn next_open(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = self.search;
        while at != NONE && !is_open(at as usize) {
            at = self.links[at as usize].before;
        }
        if at != NONE {
            self.search = at;
        }
        (at != NONE).then_some(at as usize)
    }

    /// When the variable was moved, as a count.
    pub fn stamp(&self, variable: usize) -> u64 {
        self.links[variable].stamp
    }

    /// Moves a variable to the end, where it is looked at first.
    pub fn bump(&mut self, variable: usize, is_open: bool) {
        let variable = variable as u32;
        if self.last == variable {
            return;
        }
        // The search must not lose its place: what stands before is the next to look at.
        if self.search == variable && !is_open {
            let link = self.links[variable as usize];
            self.search = if link.before == NONE { link.after } else { link.before };
        }
        self.unlink(variable);
        self.append(variable);
        if is_open {
            self.search = variable;
        }
    }

    /// Says that a variable is open again.
    pub fn reopen(&mut self, variable: usize) {
        if self.search == NONE || self.links[self.search as usize].stamp < self.links[variable].stamp {
            self.search = variable as u32;
        }
    }

    fn unlink(&mut self, variable: u32) {
        let Link { before, after, .. } = self.links[variable as usize];
        match before {
            NONE => self.first = after,
            before => self.links[before as usize].after = after,
        }
        match after {
            NONE => self.last = before,
            after => self.links[after as usize].before = before,
        }
    }

    fn append(&mut self, variable: u32) {
        self.stamps += 1;
        self.links[variable as usize] = Link {
            before: self.last,
            after: NONE,
            stamp: self.stamps,
        };
        match self.last {
            NONE => self.first = variable,
            last => self.links[last as usize].after = variable,
        }
        self.last = variable;
    }
}

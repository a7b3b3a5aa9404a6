//! Variables by score: those that took part in recent conflicts first.
//!
//! Each part in a conflict adds to a variable's score an amount that grows by a factor from conflict to conflict, so that old
//! parts count ever less (exponential VSIDS). The open variables are in a binary heap.

/// How much more the next conflict counts.
const GROWTH: f64 = 1.0 / 0.95;
const GREATEST: f64 = 1e150;
const ABSENT: u32 = u32::MAX;

/// The heap of variables.
pub struct ScoreHeap {
    scores: Vec<f64>,
    heap: Vec<u32>,
    /// By variable, its place in the heap.
    places: Vec<u32>,
    amount: f64,
}

impl ScoreHeap {
    pub fn new(variables: usize) -> ScoreHeap {
        ScoreHeap {
            scores: vec![0.0; variables],
            heap: (0..variables as u32).collect(),
            places: (0..variables as u32).collect(),
            amount: 1.0,
        }
    }

    /// The variable of the highest score.
    pub fn top(&self) -> Option<usize> {
        self.heap.first().map(|variable| *variable as usize)
    }

    /// Takes the variable of the highest score out.
    pub fn pop(&mut self) {
        let Some(last) = self.heap.pop() else { return };
        let first = self.heap.first().copied().unwrap_or(last);
        self.places[first as usize] = ABSENT;
        if first != last {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
    }

    /// Puts a variable in, unless it is there.
    pub fn push(&mut self, variable: usize) {
        if self.places[variable] == ABSENT {
            self.places[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Counts a part in a conflict.
    pub fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.amount;
        if self.scores[variable] > GREATEST {
            self.shrink();
        }
        if self.places[variable] != ABSENT {
            self.rise(self.places[variable] as usize);
        }
    }

    /// Makes what comes count more than what was.
    pub fn decay(&mut self) {
        self.amount *= GROWTH;
    }

    fn shrink(&mut self) {
        for score in &mut self.scores {
            *score /= GREATEST;
        }
        self.amount /= GREATEST;
    }

    /// Higher scores first, then lower numbers, so that the order is total.
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.scores[a as usize], self.scores[b as usize]);
        x > y || (x == y && a < b)
    }

    fn put(&mut self, variable: u32, place: usize) {
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            self.put(self.heap[parent], place);
            place = parent;
        }
        self.put(variable, place);
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while let Some(child) = self.first_child(place) {
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.put(self.heap[child], place);
            place = child;
        }
        self.put(variable, place);
    }

    fn first_child(&self, place: usize) -> Option<usize> {
        let (left, right) = (2 * place + 1, 2 * place + 2);
        let left_value = *self.heap.get(left)?;
        let is_right = |value: &u32| self.before(*value, left_value);
        Some(if self.heap.get(right).is_some_and(is_right) {
            right
        } else {
            left
        })
    }
}

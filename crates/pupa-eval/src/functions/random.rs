//! Ruby's random numbers: the Mersenne Twister MT19937 with Ruby's seeding and limiting, so that a
//! seed gives the same numbers that are already in the files of nodes.

use num_bigint::BigUint;

/// The words of the state.
const SIZE: usize = 624;
/// The distance between the two words that are mixed.
const AHEAD: usize = 397;

/// A generator of random numbers, determined by its seed.
pub(super) struct Random {
    state: [u32; SIZE],
    /// The index of the next word; `SIZE` when all words have been used.
    next: usize,
}

impl Random {
    /// The generator of Ruby's `Random.new(seed)`.
    pub(super) fn new(seed: &BigUint) -> Random {
        let mut key = seed.to_u32_digits();
        // Compat: Ruby takes a leading 1 for a marker that preserves leading zeros.
        if key.len() > 1 && key.last() == Some(&1) {
            key.pop();
        }
        match key.as_slice() {
            [] => Random::from_word(0),
            [word] => Random::from_word(*word),
            key => Random::from_key(key),
        }
    }

    fn from_word(seed: u32) -> Random {
        let mut state = [0; SIZE];
        let mut word = seed;
        for (place, index) in state.iter_mut().zip(1..) {
            *place = word;
            word = (word ^ (word >> 30)).wrapping_mul(1_812_433_253).wrapping_add(index);
        }
        Random { state, next: SIZE }
    }

    fn from_key(key: &[u32]) -> Random {
        let mut random = Random::from_word(19_650_218);
        let state = &mut random.state;
        let mut at = 1;
        for (number, word) in (0..).zip(key).cycle().take(SIZE.max(key.len())) {
            let mixed = mix(state[at - 1], 1_664_525);
            state[at] = (state[at] ^ mixed).wrapping_add(*word).wrapping_add(number);
            at = following(state, at);
        }
        for _ in 1..SIZE {
            let mixed = mix(state[at - 1], 1_566_083_941);
            let number = u32::try_from(at).unwrap_or_default();
            state[at] = (state[at] ^ mixed).wrapping_sub(number);
            at = following(state, at);
        }
        state[0] = 0x8000_0000;
        random
    }

    /// The next 32 random bits.
    fn word(&mut self) -> u32 {
        if self.next >= SIZE {
            self.refill();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn refill(&mut self) {
        for at in 0..SIZE {
            let joined =
                (self.state[at] & 0x8000_0000) | (self.state[(at + 1) % SIZE] & 0x7fff_ffff);
            let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[at] = self.state[(at + AHEAD) % SIZE] ^ (joined >> 1) ^ odd;
        }
        self.next = 0;
    }

    /// A number from 0 to `last`, inclusive.
    pub(super) fn up_to(&mut self, last: &BigUint) -> BigUint {
        let limit = last.to_u32_digits();
        loop {
            if let Some(words) = self.try_up_to(&limit) {
                return BigUint::new(words);
            }
        }
    }

    /// A random number of at most `limit`, as words with the lowest first; `None` if the words
    /// exceed the limit.
    fn try_up_to(&mut self, limit: &[u32]) -> Option<Vec<u32>> {
        let mut words = vec![0; limit.len()];
        let mut mask = 0;
        let mut is_at_limit = true;
        for (place, limit) in words.iter_mut().zip(limit).rev() {
            mask = if mask == 0 { mask_of(*limit) } else { u32::MAX };
            let word = self.word() & mask;
            if is_at_limit && word > *limit {
                return None;
            }
            is_at_limit = is_at_limit && word == *limit;
            *place = word;
        }
        Some(words)
    }
}

/// A mask with all bits up to the highest bit of a word.
fn mask_of(word: u32) -> u32 {
    u32::MAX.checked_shr(word.leading_zeros()).unwrap_or(0)
}

fn mix(word: u32, factor: u32) -> u32 {
    (word ^ (word >> 30)).wrapping_mul(factor)
}

/// Computes the word of the next state at an index.
fn following(state: &mut [u32; SIZE], at: usize) -> usize {
    if at + 1 < SIZE {
        return at + 1;
    }
    state[0] = state[SIZE - 1];
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of Ruby 3.1 for `rand(2**32)`, `rand(100)`, `rand(2**62)` and `rand(2**100)`.
    #[test]
    fn gives_the_numbers_of_ruby() {
        let recorded = [
            ("0", "2357136044 47 3969543146641149120 305657942550680831096556715367"),
            ("1", "1791095845 12 3367588920836980479 737006716457823865690460900175"),
            ("4294967295", "419326371 34 2995434765878602823 358612120103271936218295108090"),
            ("4294967296", "2357136044 47 3969543146641149120 305657942550680831096556715367"),
            ("8589934592", "49182197 48 3424631439466458899 889836746653225985569213030072"),
            (
                "18446744073709551623",
                "4108730632 95 1295168083808661771 953983643393748443113138879458",
            ),
            (
                "55340232225423622153",
                "388622972 37 843529911326332319 987398141556123467958882251225",
            ),
            (
                "340282366920938463463374607431768211455",
                "1009630920 0 1726522012680267098 451810226511968324399141941642",
            ),
        ];
        let one = BigUint::from(1u8);
        let limits = [&one << 32, BigUint::from(100u8), &one << 62, &one << 100];
        for (seed, expected) in recorded {
            let seed = BigUint::parse_bytes(seed.as_bytes(), 10).unwrap();
            let mut random = Random::new(&seed);
            let given: Vec<String> =
                limits.iter().map(|max| random.up_to(&(max - &one)).to_string()).collect();
            assert_eq!(given.join(" "), expected, "seed {seed}");
        }
    }
}

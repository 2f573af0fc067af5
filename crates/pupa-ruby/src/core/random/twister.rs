//! The Mersenne Twister MT19937, seeded as Ruby seeds it.

use num_bigint::{BigInt, Sign};

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// The state of a generator.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Twister {
    words: Box<[u32; SIZE]>,
    next: usize,
}

impl std::fmt::Debug for Twister {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Twister({})", self.next)
    }
}

impl Twister {
    /// The generator for a seed, whose sign is ignored. Small seeds use one word. A highest word of
    /// 1 is dropped, because Ruby mistakes it for its own marker for leading zeros.
    pub(crate) fn from_seed(seed: &BigInt) -> Twister {
        let mut key = seed.magnitude().to_u32_digits();
        if key.len() > 1 && key.last() == Some(&1) {
            key.pop();
        }
        match key.as_slice() {
            [] => Twister::from_word(0),
            [word] => Twister::from_word(*word),
            words => Twister::from_words(words),
        }
    }

    fn from_word(seed: u32) -> Twister {
        let mut words = Box::new([0u32; SIZE]);
        words[0] = seed;
        for index in 1..SIZE {
            let before = words[index - 1];
            words[index] =
                (before ^ (before >> 30)).wrapping_mul(1_812_433_253).wrapping_add(index as u32);
        }
        Twister { words, next: SIZE }
    }

    fn from_words(key: &[u32]) -> Twister {
        let mut twister = Twister::from_word(19_650_218);
        let words = &mut twister.words;
        let (mut i, mut j) = (1, 0);
        for _ in 0..SIZE.max(key.len()) {
            let before = words[i - 1];
            words[i] = (words[i] ^ (before ^ (before >> 30)).wrapping_mul(1_664_525))
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            i += 1;
            j = (j + 1) % key.len();
            if i == SIZE {
                words[0] = words[SIZE - 1];
                i = 1;
            }
        }
        for _ in 0..SIZE - 1 {
            let before = words[i - 1];
            words[i] = (words[i] ^ (before ^ (before >> 30)).wrapping_mul(1_566_083_941))
                .wrapping_sub(i as u32);
            i += 1;
            if i == SIZE {
                words[0] = words[SIZE - 1];
                i = 1;
            }
        }
        words[0] = 0x8000_0000;
        twister
    }

    fn refill(&mut self) {
        let words = &mut self.words;
        for index in 0..SIZE {
            let mixed = (words[index] & 0x8000_0000) | (words[(index + 1) % SIZE] & 0x7fff_ffff);
            let twisted = (mixed >> 1) ^ if mixed & 1 == 1 { 0x9908_b0df } else { 0 };
            words[index] = words[(index + MIDDLE) % SIZE] ^ twisted;
        }
        self.next = 0;
    }

    /// 32 random bits.
    pub(crate) fn word(&mut self) -> u32 {
        if self.next >= SIZE {
            self.refill();
        }
        let mut word = self.words[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// A float from 0 up to, but not including, 1.
    pub(crate) fn real(&mut self) -> f64 {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) * (1.0 / 9_007_199_254_740_992.0)
    }

    /// A float from 0 up to and including 1.
    pub(crate) fn real_inclusive(&mut self) -> f64 {
        let (high, low) = (self.word(), self.word());
        let bits = u128::from(high) << 32 | u128::from(low);
        let scaled = (bits * ((1u128 << 53) | 1)) >> 64;
        scaled as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// A number from 0 up to and including the limit.
    pub(crate) fn up_to(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        let mask = u64::MAX >> limit.leading_zeros();
        if limit <= u64::from(u32::MAX) {
            loop {
                let number = u64::from(self.word()) & mask;
                if number <= limit {
                    return number;
                }
            }
        }
        'retry: loop {
            let mut number = 0;
            for shift in [32, 0] {
                if (mask >> shift) & 0xffff_ffff != 0 {
                    number |= u64::from(self.word()) << shift;
                    number &= mask;
                    if number > limit {
                        continue 'retry;
                    }
                }
            }
            return number;
        }
    }

    /// A number of any size from 0 up to and including the limit.
    pub(crate) fn big_up_to(&mut self, limit: &BigInt) -> BigInt {
        let limits = limit.magnitude().to_u32_digits();
        let mut words = vec![0u32; limits.len()];
        'retry: loop {
            let mut mask = 0u32;
            let mut at_boundary = true;
            for index in (0..limits.len()).rev() {
                let limit = limits[index];
                mask = match (mask, limit) {
                    (0, 0) => 0,
                    (0, limit) => u32::MAX >> limit.leading_zeros(),
                    _ => u32::MAX,
                };
                words[index] = 0;
                if mask != 0 {
                    let word = self.word() & mask;
                    if at_boundary {
                        if word > limit {
                            continue 'retry;
                        }
                        at_boundary = word == limit;
                    }
                    words[index] = word;
                }
            }
            return BigInt::from_slice(Sign::Plus, &words);
        }
    }

    /// Random bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(count + 4);
        while bytes.len() < count {
            bytes.extend_from_slice(&self.word().to_le_bytes());
        }
        bytes.truncate(count);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_equal_those_of_ruby() {
        let mut twister = Twister::from_seed(&BigInt::from(42));
        assert_eq!(twister.real().to_bits(), 0.374_540_118_847_362_5_f64.to_bits());
        let mut twister = Twister::from_seed(&BigInt::from(42));
        assert_eq!(twister.up_to(99), 51);
    }
}

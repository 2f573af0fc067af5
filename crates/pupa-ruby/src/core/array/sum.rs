//! The sums of `Array#sum` and `Enumerable#sum`: exact for integers and rationals, compensated for
//! floats.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::symbol::names;
use crate::value::Value;

/// A sum in progress.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sum {
    total: Value,
    /// The state of Kahan-Babuska summation while the total is a float: the sum and its
    /// compensation.
    float: Option<(f64, f64)>,
    /// Whether the total is an integer or rational, so that a float switches to the compensated
    /// sum.
    is_exact: bool,
}

impl Sum {
    /// A sum with an initial value.
    pub(crate) fn new(m: &mut Machine<'_>, start: Value) -> Sum {
        let float = match start {
            Value::Float(number) => Some((number, 0.0)),
            _ => None,
        };
        Sum { total: start, float, is_exact: is_exact(m, start) }
    }

    /// Adds an element.
    pub(crate) fn add(&mut self, m: &mut Machine<'_>, item: Value) -> Flow<()> {
        if let (Value::Int(a), Value::Int(b), None) = (self.total, item, self.float)
            && !m.operators_redefined
            && let Some(sum) = a.checked_add(b)
        {
            self.total = Value::Int(sum);
            return Ok(());
        }
        if let Some((sum, compensation)) = self.float {
            if matches!(item, Value::Float(_)) || is_exact(m, item) {
                let number = m.to_float(item)?;
                self.float = Some(compensated(sum, compensation, number));
                return Ok(());
            }
            self.total = Value::Float(sum);
            self.float = None;
            self.is_exact = false;
        } else if let Value::Float(number) = item
            && self.is_exact
        {
            let sum = m.to_float(self.total)?;
            self.float = Some(compensated(sum, 0.0, number));
            return Ok(());
        } else if self.is_exact && !is_exact(m, item) {
            self.is_exact = false;
        }
        self.total = m.call(self.total, names::PLUS, &[item])?;
        Ok(())
    }

    /// The total.
    pub(crate) fn total(self) -> Value {
        match self.float {
            Some((sum, compensation)) => Value::Float(sum + compensation),
            None => self.total,
        }
    }
}

fn is_exact(m: &mut Machine<'_>, value: Value) -> bool {
    match value {
        Value::Int(_) | Value::Big(_) => true,
        Value::Object(_) => m.real_class_of(value) == class::RATIONAL,
        _ => false,
    }
}

fn compensated(sum: f64, compensation: f64, number: f64) -> (f64, f64) {
    if sum.is_nan() {
        return (sum, compensation);
    }
    if number.is_nan() {
        return (number, compensation);
    }
    if number.is_infinite() {
        let opposite = sum.is_infinite() && sum.is_sign_negative() != number.is_sign_negative();
        return (if opposite { f64::NAN } else { number }, compensation);
    }
    if sum.is_infinite() {
        return (sum, compensation);
    }
    let total = sum + number;
    let lost =
        if sum.abs() >= number.abs() { (sum - total) + number } else { (number - total) + sum };
    (total, compensation + lost)
}

/// The sum of `Array#sum`: exact numbers at the front are added up before the initial value is
/// added.
#[derive(Debug)]
pub(crate) struct ArraySum {
    start: Option<Value>,
    exact: Value,
    has_items: bool,
    /// The sum from the first element that is not exact.
    rest: Option<Sum>,
}

impl ArraySum {
    /// A sum with an optional initial value.
    pub(crate) fn new(start: Option<Value>) -> ArraySum {
        ArraySum { start, exact: Value::Int(0), has_items: false, rest: None }
    }

    /// Adds an element.
    #[inline]
    pub(crate) fn add(&mut self, m: &mut Machine<'_>, item: Value) -> Flow<()> {
        if let Some(rest) = &mut self.rest {
            return rest.add(m, item);
        }
        if let (Value::Int(a), Value::Int(b)) = (self.exact, item)
            && let Some(sum) = a.checked_add(b)
        {
            self.exact = Value::Int(sum);
            self.has_items = true;
            return Ok(());
        }
        if is_exact(m, item) {
            self.exact = m.call(self.exact, names::PLUS, &[item])?;
            self.has_items = true;
            return Ok(());
        }
        let total = self.with_start(m, self.has_items)?;
        let mut rest = Sum { total, float: None, is_exact: false };
        if let Value::Float(number) = item {
            rest.float = Some(compensated(m.to_float(total)?, 0.0, number));
        } else {
            rest.add(m, item)?;
        }
        self.rest = Some(rest);
        Ok(())
    }

    fn with_start(&self, m: &mut Machine<'_>, is_forced: bool) -> Flow {
        let start = self.start.unwrap_or(Value::Int(0));
        if matches!(self.exact, Value::Int(0)) && !is_forced {
            return Ok(start);
        }
        match (self.exact, start) {
            (exact, Value::Int(0)) => Ok(exact),
            (exact, start) => m.call(exact, names::PLUS, &[start]),
        }
    }

    /// The total.
    pub(crate) fn total(&self, m: &mut Machine<'_>) -> Flow {
        match &self.rest {
            Some(rest) => Ok(rest.total()),
            None => self.with_start(m, self.start.is_some() && self.has_items),
        }
    }
}

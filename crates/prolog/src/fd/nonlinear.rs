//! Products, quotients, remainders, powers, absolute values and extremes, by their bounds.

use super::domain::{self, Domain, INF, SUP};
use super::{Kind, Prop, Var};
use crate::machine::Machine;

/// Domains up to this many values are gone through one by one.
const FEW: u64 = 256;

impl Machine {
    fn three(&self, p: usize) -> Option<[Var; 3]> {
        let args = self.fd_arguments(p);
        Some([self.fd_var(args[0])?, self.fd_var(args[1])?, self.fd_var(args[2])?])
    }

    /// The least and the greatest of `f` at the corners of two ranges, where all are bounded.
    fn corners(&self, x: Var, y: Var, f: impl Fn(i128, i128) -> i128) -> (i64, i64) {
        let ((a, b), (c, d)) = (self.fd_bounds(x), self.fd_bounds(y));
        if [a, c].contains(&INF) || [b, d].contains(&SUP) {
            return (INF, SUP);
        }
        let all = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| f(i128::from(x), i128::from(y)));
        let least = all.iter().copied().min().unwrap_or(0);
        let most = all.iter().copied().max().unwrap_or(0);
        (domain::low(least), domain::high(most))
    }

    pub(super) fn times(&mut self, p: usize) -> Prop {
        let [x, y, z] = self.three(p)?;
        let product = self.product_bounds(x, y);
        self.fd_between(z, product)?;
        let [x, y, z] = self.three(p)?;
        if let (Var::Int(a), Var::Int(b)) = (x, y) {
            self.fd_kill(p);
            let product = a.checked_mul(b)?;
            return self.fd_assign(z, product);
        }
        self.factor(x, y, z)?;
        let [x, y, z] = self.three(p)?;
        self.factor(y, x, z)?;
        if x == y {
            return self.square(x, z);
        }
        Some(())
    }

    fn product_bounds(&self, x: Var, y: Var) -> (i64, i64) {
        let bounds = self.corners(x, y, |a, b| a * b);
        let ((a, b), (c, d)) = (self.fd_bounds(x), self.fd_bounds(y));
        if bounds.0 == INF && (a >= 0 && c >= 0) {
            let least = if a == INF || c == INF { 0 } else { i128::from(a) * i128::from(c) };
            return (domain::low(least), SUP);
        }
        if bounds.0 == INF && (b <= 0 && d <= 0) {
            return (0, SUP);
        }
        if x == y && bounds.0 < 0 { (0, bounds.1) } else { bounds }
    }

    /// A square has a root on either side of zero at most.
    fn square(&mut self, x: Var, z: Var) -> Prop {
        let (low, high) = self.fd_bounds(z);
        self.fd_at_least(z, 0)?;
        if high != SUP {
            let root = i64::try_from(high.unsigned_abs().isqrt()).unwrap_or(i64::MAX);
            self.fd_between(x, (-root, root))?;
        }
        if low > 0 && low != INF {
            let mut root = i64::try_from(low.unsigned_abs().isqrt()).unwrap_or(0);
            if i128::from(root) * i128::from(root) < i128::from(low) {
                root += 1;
            }
            let (own, _) = self.fd_bounds(x);
            if own > -root {
                self.fd_at_least(x, root)?;
            }
        }
        Some(())
    }

    /// Narrows `x` from `x * y = z`.
    fn factor(&mut self, x: Var, y: Var, z: Var) -> Prop {
        let ((c, d), (e, f)) = (self.fd_bounds(y), self.fd_bounds(z));
        if let (Var::Int(y), Var::Int(z)) = (y, z) {
            if y == 0 {
                return (z == 0).then_some(());
            }
            return if z % y == 0 { self.fd_assign(x, z / y) } else { None };
        }
        if [c, e].contains(&INF) || [d, f].contains(&SUP) {
            // Without a zero, a bounded product bounds its factors.
            if e != INF && f != SUP && (c > 0 || d < 0) {
                let most = e.unsigned_abs().max(f.unsigned_abs());
                let most = i64::try_from(most).unwrap_or(SUP - 1);
                return self.fd_between(x, (-most, most));
            }
            return self.signs(x, (c, d), (e, f));
        }
        if c <= 0 && d >= 0 {
            if e > 0 || f < 0 {
                let most = e.unsigned_abs().max(f.unsigned_abs());
                let most = i64::try_from(most).unwrap_or(SUP - 1);
                self.fd_between(x, (-most, most))?;
                self.fd_exclude(x, 0)?;
                self.fd_exclude(y, 0)?;
                return self.signs(x, (c, d), (e, f));
            }
            return Some(());
        }
        let exact = |z: i64, y: i64| (i128::from(z), i128::from(y));
        let corners = [exact(e, c), exact(e, d), exact(f, c), exact(f, d)];
        let least = corners.iter().map(|(z, y)| ceil(*z, *y)).min().unwrap_or(0);
        let most = corners.iter().map(|(z, y)| floor(*z, *y)).max().unwrap_or(0);
        // Values between the corners divide into what lies between too.
        let least = if e <= 0 && f >= 0 { least.min(0) } else { least };
        let most = if e <= 0 && f >= 0 { most.max(0) } else { most };
        if least > most {
            return None;
        }
        self.fd_between(x, (domain::low(least), domain::high(most)))
    }

    /// What the signs of a product and a factor say of the other factor.
    fn signs(&mut self, x: Var, (c, d): (i64, i64), (e, f): (i64, i64)) -> Prop {
        if (c > 0 && e > 0) || (d < 0 && f < 0) {
            return self.fd_at_least(x, 1);
        }
        if (c > 0 && f < 0) || (d < 0 && e > 0) {
            return self.fd_at_most(x, -1);
        }
        if (c > 0 && e >= 0) || (d < 0 && f <= 0) {
            return self.fd_at_least(x, 0);
        }
        Some(())
    }

    pub(super) fn division(&mut self, p: usize) -> Prop {
        let [x, y, z] = self.three(p)?;
        let floors = self.fd_kind(p)? == Kind::Floor;
        self.fd_exclude(y, 0)?;
        let divide = |a: i64, b: i64| if floors { floor64(a, b) } else { a.checked_div(b) };
        if let (Var::Int(a), Var::Int(b)) = (x, y) {
            self.fd_kill(p);
            return self.fd_assign(z, divide(a, b)?);
        }
        if self.by_values(p, &divide)? {
            return Some(());
        }
        let ((a, b), (c, d)) = (self.fd_bounds(x), self.fd_bounds(y));
        if a != INF && b != SUP {
            let most = i64::try_from(a.unsigned_abs().max(b.unsigned_abs())).unwrap_or(SUP - 1);
            self.fd_between(z, (-most - i64::from(floors), most))?;
        }
        if a >= 0 && c > 0 {
            self.fd_at_least(z, 0)?;
            if b != SUP {
                self.fd_at_most(z, b / c)?;
            }
            if d != SUP {
                self.fd_at_least(z, a / d)?;
                let (low, high) = self.fd_bounds(z);
                if high != SUP {
                    let most = (i128::from(high) + 1) * i128::from(d) - 1;
                    self.fd_at_most(x, domain::high(most))?;
                }
                if low > 0 {
                    self.fd_at_least(x, domain::low(i128::from(low) * i128::from(c)))?;
                }
            }
        }
        Some(())
    }

    /// Narrows the operands and the result of a function to what some pair of values gives, where
    /// both have few; says whether it did.
    fn by_values(&mut self, p: usize, f: &dyn Fn(i64, i64) -> Option<i64>) -> Option<bool> {
        let [x, y, z] = self.three(p)?;
        let (left, right) = (self.fd_domain(x), self.fd_domain(y));
        let few = match (left.size(), right.size()) {
            (Some(a), Some(b)) => a.saturating_mul(b) <= FEW,
            _ => false,
        };
        if !few {
            return Some(false);
        }
        let (mut xs, mut ys, mut zs) = (Vec::new(), Vec::new(), Vec::new());
        for a in left.values() {
            for b in right.values() {
                if x == y && a != b {
                    continue;
                }
                if let Some(c) = f(a, b)
                    && self.fd_contains(z, c)
                {
                    xs.push((a, a));
                    ys.push((b, b));
                    zs.push((c, c));
                }
            }
        }
        self.fd_narrow(x, &Domain::of(xs))?;
        self.fd_narrow(y, &Domain::of(ys))?;
        self.fd_narrow(z, &Domain::of(zs))?;
        Some(true)
    }

    pub(super) fn modulo(&mut self, p: usize) -> Prop {
        let [x, y, z] = self.three(p)?;
        let floors = self.fd_kind(p)? == Kind::Modulo;
        self.fd_exclude(y, 0)?;
        let remain = |a: i64, b: i64| if floors { modulo64(a, b) } else { a.checked_rem(b) };
        if let (Var::Int(a), Var::Int(b)) = (x, y) {
            self.fd_kill(p);
            return self.fd_assign(z, remain(a, b)?);
        }
        if self.by_values(p, &remain)? {
            return Some(());
        }
        let ((a, _), (c, d)) = (self.fd_bounds(x), self.fd_bounds(y));
        if c != INF && d != SUP {
            let most = i64::try_from(c.unsigned_abs().max(d.unsigned_abs())).unwrap_or(SUP - 1) - 1;
            let least = if (floors && c > 0) || (!floors && a >= 0) { 0 } else { -most };
            let most = if floors && d < 0 { 0 } else { most };
            self.fd_between(z, (least, most))?;
        }
        let (Var::Int(divisor), Var::Int(rest)) = (y, z) else { return Some(()) };
        // The bounds of x move to the next values with this remainder.
        let (low, high) = self.fd_bounds(x);
        if floors && divisor > 0 && low != INF {
            let next = low + modulo64(rest - modulo64(low, divisor)?, divisor)?;
            self.fd_at_least(x, next)?;
        }
        if floors && divisor > 0 && high != SUP {
            let next = high - modulo64(modulo64(high, divisor)? - rest, divisor)?;
            self.fd_at_most(x, next)?;
        }
        Some(())
    }

    pub(super) fn absolute(&mut self, p: usize) -> Prop {
        let args = self.fd_arguments(p);
        let (x, y) = (self.fd_var(args[0])?, self.fd_var(args[1])?);
        self.fd_at_least(y, 0)?;
        let own = self.fd_domain(x);
        let mirrored = own.join(&own.shifted(-1, 0)).clip(0, SUP);
        self.fd_narrow(y, &mirrored)?;
        let args = self.fd_arguments(p);
        let (x, y) = (self.fd_var(args[0])?, self.fd_var(args[1])?);
        let size = self.fd_domain(y);
        let both = size.join(&size.shifted(-1, 0));
        self.fd_narrow(x, &both)
    }

    pub(super) fn extreme(&mut self, p: usize) -> Prop {
        let [x, y, z] = self.three(p)?;
        let ((a, b), (c, d)) = (self.fd_bounds(x), self.fd_bounds(y));
        if self.fd_kind(p)? == Kind::Maximum {
            self.fd_between(z, (a.max(c), b.max(d)))?;
            let (low, high) = self.fd_bounds(self.three(p)?[2]);
            self.fd_at_most(x, high)?;
            self.fd_at_most(y, high)?;
            if b < low {
                self.fd_at_least(y, low)?;
            }
            if d < low {
                self.fd_at_least(x, low)?;
            }
        } else {
            self.fd_between(z, (a.min(c), b.min(d)))?;
            let (low, high) = self.fd_bounds(self.three(p)?[2]);
            self.fd_at_least(x, low)?;
            self.fd_at_least(y, low)?;
            if a > high {
                self.fd_at_most(y, high)?;
            }
            if c > high {
                self.fd_at_most(x, high)?;
            }
        }
        Some(())
    }

    pub(super) fn power(&mut self, p: usize) -> Prop {
        let [x, y, z] = self.three(p)?;
        let raise = |a: i64, b: i64| {
            let by = u32::try_from(b).ok()?;
            a.checked_pow(by).filter(|value| value.unsigned_abs() < 1 << 60)
        };
        if let (Var::Int(a), Var::Int(b)) = (x, y) {
            self.fd_kill(p);
            return self.fd_assign(z, raise(a, b)?);
        }
        self.fd_at_least(y, 0)?;
        if self.by_values(p, &raise)? {
            return Some(());
        }
        let ((a, b), (c, d)) = (self.fd_bounds(x), self.fd_bounds(y));
        if a >= 0 {
            let least = if a == INF || c == INF { Some(0) } else { raise(a, c) };
            if let Some(least) = least {
                self.fd_at_least(z, if c > 0 || a > 0 { least } else { 0 })?;
            }
            if b != SUP
                && d != SUP
                && let Some(most) = raise(b, d)
            {
                self.fd_at_most(z, most.max(1))?;
            }
            if let (Var::Int(by), (_, high)) = (y, self.fd_bounds(z))
                && by > 0
                && high != SUP
            {
                self.fd_at_most(x, root(high, by))?;
            }
        }
        Some(())
    }
}

/// The largest number whose power is at most `value`.
fn root(value: i64, by: i64) -> i64 {
    let (mut low, mut high) = (0_i64, 1_i64 << 31);
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        match i128::from(middle).checked_pow(by) {
            Some(power) if power <= i128::from(value) => low = middle,
            _ => high = middle - 1,
        }
    }
    low
}

fn floor(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceil(a: i128, b: i128) -> i128 {
    -floor(-a, b)
}

fn floor64(a: i64, b: i64) -> Option<i64> {
    if b == 0 { None } else { i64::try_from(floor(i128::from(a), i128::from(b))).ok() }
}

fn modulo64(a: i64, b: i64) -> Option<i64> {
    floor64(a, b).and_then(|quotient| a.checked_sub(b.checked_mul(quotient)?))
}

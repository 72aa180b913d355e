//! The instruction loop.

use super::calls::{follow, registers};
use super::table::Sign;
use super::{FRAME, Machine, Res, Retry, Stop};
use crate::arith;
use crate::builtins::{self, Run};
use crate::cell::{self, BOX, Cell, INT, LST, REF, STR};
use crate::db::Db;
use crate::op;
use crate::pred::Kind;

/// Where to go on.
pub(super) enum Next {
    At(u64),
    Call(u32),
    Fail,
    Done,
}

/// What to start with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Start {
    /// Call this slot with the arguments in the registers.
    Exec(u32),
    /// Look for the next answer.
    Fail,
}

impl Machine {
    /// Runs to the next answer (true) or to the end (false).
    pub(crate) fn run(&mut self, db: &mut Db, start: Start) -> Res<bool> {
        let mut start = start;
        loop {
            match self.run_until_thrown(db, start) {
                Err(Stop::Throw(ball)) => {
                    if self.watch.is_over() {
                        return Err(self.over());
                    }
                    let slot = self.recover(db, ball)?;
                    start = Start::Exec(slot as u32);
                }
                other => return other,
            }
        }
    }

    #[expect(
        clippy::too_many_lines,
        clippy::cognitive_complexity,
        reason = "one arm per instruction"
    )]
    fn run_until_thrown(&mut self, db: &mut Db, start: Start) -> Res<bool> {
        let mut segment: usize = 0;
        let mut code: &[Cell] = db.segment(0);
        let mut p: usize;
        let mut s: usize = 0;
        let mut write = false;

        let mut next = match start {
            Start::Fail => Next::Fail,
            Start::Exec(slot) => Next::Call(slot),
        };
        'dispatch: loop {
            macro_rules! jump {
                ($address:expr) => {{
                    let address: u64 = $address;
                    p = address as u32 as usize;
                    let target = (address >> 32) as usize;
                    if target != segment {
                        segment = target;
                        code = db.segment(segment);
                    }
                }};
            }
            macro_rules! go {
                ($next:expr) => {{
                    next = $next;
                    continue 'dispatch;
                }};
            }
            macro_rules! fail {
                () => {
                    go!(Next::Fail)
                };
            }
            macro_rules! check {
                ($ok:expr) => {
                    if !$ok {
                        fail!();
                    }
                };
            }
            // A cut may have ended a goal that wanted a clean-up.
            macro_rules! clean_up {
                () => {
                    if !self.due.is_empty() {
                        self.clean_up(db)?;
                        code = db.segment(segment);
                    }
                };
            }
            // Whoever watches a variable that was just bound hears of it before anything rests on it.
            macro_rules! wake {
                () => {
                    if !self.woken.is_empty() {
                        let ok = self.wake_now(db)?;
                        code = db.segment(segment);
                        check!(ok);
                    }
                };
            }
            // A failed test goes to its label, or backtracks without one.
            macro_rules! branch {
                ($ok:expr, $at:expr, $word:expr) => {
                    if !$ok {
                        let offset = ($word >> 32) as usize;
                        if offset == 0 {
                            fail!();
                        }
                        p = $at + offset;
                    }
                };
            }

            match next {
                Next::At(address) => jump!(address),
                Next::Call(slot) => {
                    if self.fuel.slice == 0 {
                        self.named = db.atoms.local_words();
                        self.sample(slot);
                        self.refuel()?;
                    }
                    self.fuel.slice -= 1;
                    if !self.woken.is_empty() {
                        next = self.wake_before(db, slot)?;
                        code = db.segment(segment);
                        continue 'dispatch;
                    }
                    let pred = db.pred(slot);
                    if self.heap.len() >= self.gc_at {
                        self.collect(registers(pred))?;
                        self.check_cells(0)?;
                    }
                    self.b0 = self.choices.len();
                    if pred.tabled || pred.kind != Kind::User {
                        next = self.call_other(db, slot)?;
                        code = db.segment(segment);
                        continue 'dispatch;
                    }
                    match self.first_clause(db, pred, slot, registers(pred)) {
                        Some(address) => jump!(address),
                        None => {
                            if !pred.defined && !pred.dynamic {
                                self.unknown(db, slot)?;
                            }
                            go!(Next::Fail);
                        }
                    }
                }
                Next::Fail => {
                    self.woken.clear();
                    if let Some(address) = self.retry_clause(db) {
                        jump!(address);
                    } else {
                        next = self.backtrack(db)?;
                        code = db.segment(segment);
                        continue 'dispatch;
                    }
                }
                Next::Done => return Ok(false),
            }
            loop {
                let word = code[p];
                p += 1;
                let a = (word >> 8) as u8 as usize;
                let b = (word >> 16) as u16 as usize;
                match word as u8 {
                    op::GET_VAR_X => self.x[b & 255] = self.x[a],
                    op::GET_VAR_Y => {
                        let at = self.e + FRAME + b;
                        self.stack[at] = self.x[a];
                    }
                    op::GET_VAL_X => {
                        let ok = self.unify(self.x[a], self.x[b & 255]);
                        check!(ok);
                    }
                    op::GET_VAL_Y => {
                        let value = self.stack[self.e + FRAME + b];
                        let ok = self.unify(self.x[a], value);
                        check!(ok);
                    }
                    op::GET_CONST => {
                        let constant = code[p];
                        p += 1;
                        let cell = self.deref(self.x[a]);
                        if cell != constant {
                            if cell::tag(cell) != REF {
                                fail!();
                            }
                            self.bind(cell::addr(cell), constant);
                        }
                    }
                    op::GET_LIST => {
                        let cell = self.deref(self.x[a]);
                        match cell::tag(cell) {
                            LST => {
                                s = cell::addr(cell);
                                write = false;
                            }
                            REF => {
                                s = self.heap.len();
                                write = true;
                                self.heap.push(0);
                                self.heap.push(0);
                                self.bind(cell::addr(cell), cell::make(LST, s));
                            }
                            _ => fail!(),
                        }
                        self.inside.clear();
                    }
                    op::GET_LIST_VAR_VAR => {
                        let cell = self.deref(self.x[a]);
                        let at = match cell::tag(cell) {
                            LST => cell::addr(cell),
                            REF => {
                                let at = self.heap.len();
                                self.heap.push(cell::make(REF, at));
                                self.heap.push(cell::make(REF, at + 1));
                                self.bind(cell::addr(cell), cell::make(LST, at));
                                at
                            }
                            _ => fail!(),
                        };
                        let pair = &self.heap[at..at + 2];
                        self.x[b & 255] = pair[0];
                        self.x[b >> 8] = pair[1];
                    }
                    op::GET_LIST_VAL_VAR => {
                        let cell = self.deref(self.x[a]);
                        match cell::tag(cell) {
                            LST => {
                                let at = cell::addr(cell);
                                let ok = self.unify(self.x[b & 255], self.heap[at]);
                                check!(ok);
                                self.x[b >> 8] = self.heap[at + 1];
                            }
                            REF => {
                                let at = self.heap.len();
                                self.heap.push(self.x[b & 255]);
                                let tail = cell::make(REF, at + 1);
                                self.heap.push(tail);
                                self.bind(cell::addr(cell), cell::make(LST, at));
                                self.x[b >> 8] = tail;
                            }
                            _ => fail!(),
                        }
                    }
                    op::GET_LIST_VOID_VAR => {
                        let cell = self.deref(self.x[a]);
                        match cell::tag(cell) {
                            LST => self.x[b >> 8] = self.heap[cell::addr(cell) + 1],
                            REF => {
                                let at = self.heap.len();
                                self.heap.push(cell::make(REF, at));
                                let tail = cell::make(REF, at + 1);
                                self.heap.push(tail);
                                self.bind(cell::addr(cell), cell::make(LST, at));
                                self.x[b >> 8] = tail;
                            }
                            _ => fail!(),
                        }
                    }
                    op::GET_LIST_VAL_VOID => {
                        let cell = self.deref(self.x[a]);
                        match cell::tag(cell) {
                            LST => {
                                let ok = self.unify(self.x[b & 255], self.heap[cell::addr(cell)]);
                                check!(ok);
                            }
                            REF => {
                                let at = self.heap.len();
                                self.heap.push(self.x[b & 255]);
                                self.heap.push(cell::make(REF, at + 1));
                                self.bind(cell::addr(cell), cell::make(LST, at));
                            }
                            _ => fail!(),
                        }
                    }
                    op::GET_STRUCT => {
                        let functor = code[p];
                        p += 1;
                        let cell = self.deref(self.x[a]);
                        match cell::tag(cell) {
                            STR if self.heap[cell::addr(cell)] == functor => {
                                s = cell::addr(cell) + 1;
                                write = false;
                            }
                            REF => {
                                let at = self.open_structure(functor);
                                s = at + 1;
                                write = true;
                                self.bind(cell::addr(cell), cell::make(STR, at));
                            }
                            _ => fail!(),
                        }
                        self.inside.clear();
                    }
                    op::GET_BOX => {
                        let length = (word >> 32) as usize;
                        let words = &code[p..p + length];
                        p += length;
                        let cell = self.deref(self.x[a]);
                        let ok = self.unify_box(cell, words);
                        check!(ok);
                    }
                    op::U_VAR_X => {
                        if write {
                            self.heap[s] = cell::make(REF, s);
                        }
                        let value = self.heap[s];
                        self.x[a] = value;
                        s += 1;
                    }
                    op::U_VAR_Y => {
                        if write {
                            self.heap[s] = cell::make(REF, s);
                        }
                        let at = self.e + FRAME + b;
                        self.stack[at] = self.heap[s];
                        s += 1;
                    }
                    op::U_VAL_X => {
                        if write {
                            self.heap[s] = self.x[a];
                        } else {
                            let ok = self.unify(self.x[a], self.heap[s]);
                            check!(ok);
                        }
                        s += 1;
                    }
                    op::U_VAL_Y => {
                        let value = self.stack[self.e + FRAME + b];
                        if write {
                            self.heap[s] = value;
                        } else {
                            let ok = self.unify(value, self.heap[s]);
                            check!(ok);
                        }
                        s += 1;
                    }
                    op::U_CONST => {
                        let constant = code[p];
                        p += 1;
                        if write {
                            self.heap[s] = constant;
                        } else {
                            let cell = self.deref(self.heap[s]);
                            if cell != constant {
                                if cell::tag(cell) != REF {
                                    fail!();
                                }
                                self.bind(cell::addr(cell), constant);
                            }
                        }
                        s += 1;
                    }
                    op::U_VOID => {
                        if write {
                            self.heap[s] = cell::make(REF, s);
                        }
                        s += 1;
                    }
                    op::U_LIST | op::U_LIST_TAIL => {
                        let tail = word as u8 == op::U_LIST_TAIL;
                        let cell =
                            if write { cell::make(REF, s) } else { self.deref(self.heap[s]) };
                        if !tail {
                            self.inside.push((s + 1, write));
                        }
                        match cell::tag(cell) {
                            LST => s = cell::addr(cell),
                            REF => {
                                let at = self.heap.len();
                                self.heap.push(0);
                                self.heap.push(0);
                                if write {
                                    self.heap[s] = cell::make(LST, at);
                                } else {
                                    self.bind(cell::addr(cell), cell::make(LST, at));
                                }
                                s = at;
                                write = true;
                            }
                            _ => fail!(),
                        }
                    }
                    op::U_STRUCT | op::U_STRUCT_TAIL => {
                        let functor = code[p];
                        p += 1;
                        let tail = word as u8 == op::U_STRUCT_TAIL;
                        let cell =
                            if write { cell::make(REF, s) } else { self.deref(self.heap[s]) };
                        if !tail {
                            self.inside.push((s + 1, write));
                        }
                        match cell::tag(cell) {
                            STR if self.heap[cell::addr(cell)] == functor => {
                                s = cell::addr(cell) + 1
                            }
                            REF => {
                                let at = self.open_structure(functor);
                                if write {
                                    self.heap[s] = cell::make(STR, at);
                                } else {
                                    self.bind(cell::addr(cell), cell::make(STR, at));
                                }
                                s = at + 1;
                                write = true;
                            }
                            _ => fail!(),
                        }
                    }
                    op::U_BOX => {
                        let length = (word >> 32) as usize;
                        let words = &code[p..p + length];
                        p += length;
                        if write {
                            let at = self.heap.len();
                            self.heap.extend_from_slice(words);
                            self.heap[s] = cell::make(BOX, at);
                        } else {
                            let cell = self.deref(self.heap[s]);
                            let ok = self.unify_box(cell, words);
                            check!(ok);
                        }
                        s += 1;
                    }
                    op::U_POP | op::W_POP => {
                        if let Some((at, mode)) = self.inside.pop() {
                            s = at;
                            write = mode;
                        }
                    }
                    op::PUT_VAR_X => {
                        let var = self.fresh();
                        self.x[b & 255] = var;
                        self.x[a] = var;
                    }
                    op::PUT_VAR_Y => {
                        let var = self.fresh();
                        let at = self.e + FRAME + b;
                        self.stack[at] = var;
                        self.x[a] = var;
                    }
                    op::INIT_Y => {
                        let var = self.fresh();
                        let at = self.e + FRAME + b;
                        self.stack[at] = var;
                    }
                    op::PUT_VOID => {
                        let var = self.fresh();
                        self.x[a] = var;
                    }
                    op::PUT_VAL_X => self.x[a] = self.x[b & 255],
                    op::PUT_VAL_Y => self.x[a] = self.stack[self.e + FRAME + b],
                    op::PUT_CONST => {
                        self.x[a] = code[p];
                        p += 1;
                    }
                    op::PUT_LIST => {
                        s = self.heap.len();
                        self.heap.push(0);
                        self.heap.push(0);
                        self.x[a] = cell::make(LST, s);
                        self.inside.clear();
                    }
                    op::PUT_STRUCT => {
                        let at = self.open_structure(code[p]);
                        p += 1;
                        s = at + 1;
                        self.x[a] = cell::make(STR, at);
                        self.inside.clear();
                    }
                    op::PUT_BOX => {
                        let length = (word >> 32) as usize;
                        let at = self.heap.len();
                        self.heap.extend_from_slice(&code[p..p + length]);
                        p += length;
                        self.x[a] = cell::make(BOX, at);
                    }
                    op::W_VAR_X => {
                        let var = cell::make(REF, s);
                        self.heap[s] = var;
                        self.x[a] = var;
                        s += 1;
                    }
                    op::W_VAR_Y => {
                        let var = cell::make(REF, s);
                        self.heap[s] = var;
                        let at = self.e + FRAME + b;
                        self.stack[at] = var;
                        s += 1;
                    }
                    op::W_VAL_X => {
                        self.heap[s] = self.x[a];
                        s += 1;
                    }
                    op::W_VAL_Y => {
                        self.heap[s] = self.stack[self.e + FRAME + b];
                        s += 1;
                    }
                    op::W_CONST => {
                        self.heap[s] = code[p];
                        p += 1;
                        s += 1;
                    }
                    op::W_VOID => {
                        self.heap[s] = cell::make(REF, s);
                        s += 1;
                    }
                    op::W_LIST | op::W_LIST_TAIL => {
                        if word as u8 == op::W_LIST {
                            self.inside.push((s + 1, true));
                        }
                        let at = self.heap.len();
                        self.heap.push(0);
                        self.heap.push(0);
                        self.heap[s] = cell::make(LST, at);
                        s = at;
                    }
                    op::W_STRUCT | op::W_STRUCT_TAIL => {
                        if word as u8 == op::W_STRUCT {
                            self.inside.push((s + 1, true));
                        }
                        let at = self.open_structure(code[p]);
                        p += 1;
                        self.heap[s] = cell::make(STR, at);
                        s = at + 1;
                    }
                    op::W_BOX => {
                        let length = (word >> 32) as usize;
                        let at = self.heap.len();
                        self.heap.extend_from_slice(&code[p..p + length]);
                        p += length;
                        self.heap[s] = cell::make(BOX, at);
                        s += 1;
                    }
                    op::ALLOC => self.allocate(b)?,
                    op::DEALLOC => self.deallocate(),
                    op::CALL => {
                        self.cp = ((segment as u64) << 32) | p as u64;
                        go!(Next::Call((word >> 32) as u32));
                    }
                    op::EXEC => go!(Next::Call((word >> 32) as u32)),
                    op::PROCEED => {
                        if !self.woken.is_empty() {
                            next = self.wake_at_return(db)?;
                            code = db.segment(segment);
                            continue 'dispatch;
                        }
                        jump!(self.cp);
                    }
                    op::NECK_CUT => {
                        wake!();
                        self.cut_to(self.b0);
                        clean_up!();
                    }
                    op::GET_LEVEL => {
                        let at = self.e + FRAME + b;
                        self.stack[at] = cell::level(self.b0);
                    }
                    op::HERE_LEVEL => {
                        let at = self.e + FRAME + b;
                        self.stack[at] = cell::level(self.choices.len());
                    }
                    op::CUT_Y => {
                        wake!();
                        let level = self.stack[self.e + FRAME + b];
                        self.cut_to(cell::header_length(level));
                        clean_up!();
                    }
                    op::SOFT_CUT_Y => {
                        wake!();
                        let level = cell::header_length(self.stack[self.e + FRAME + b]);
                        if level + 1 == self.choices.len() {
                            self.cut_to(level);
                        } else if let Some(choice) = self.choices.get_mut(level) {
                            choice.retry = Retry::Dead;
                        }
                    }
                    op::TRY_ELSE => {
                        wake!();
                        self.push_choice(Retry::Code, 0);
                        let target =
                            ((segment as u64) << 32) | (p - 1 + (word >> 32) as usize) as u64;
                        if let Some(choice) = self.choices.last_mut() {
                            choice.next = target;
                        }
                    }
                    op::JUMP => p = p - 1 + (word >> 32) as usize,
                    op::FAIL => fail!(),
                    op::TNOT => {
                        wake!();
                        let slot = (word >> 32) as u32;
                        if db.pred(slot).tabled {
                            self.cp = ((segment as u64) << 32) | p as u64;
                            let flow = self.table_call(db, slot, Sign::Negative)?;
                            code = db.segment(segment);
                            go!(follow(self.cp, flow));
                        }
                        p += 1;
                    }
                    op::NAF => {
                        wake!();
                        // The negated goal has succeeded. If that rests on something undefined, look
                        // for a derivation that does not, and remember.
                        let at = self.e + FRAME + b;
                        let level = cell::header_length(self.stack[at]) & LEVEL_MASK;
                        let before = self.choices.get(level).is_some_and(|choice| choice.undefined);
                        if self.undefined && !before {
                            self.stack[at] = cell::level(level | SAW_UNDEFINED);
                        } else {
                            self.cut_to(level);
                            clean_up!();
                        }
                        fail!();
                    }
                    op::NAF_END => {
                        let level = cell::header_length(self.stack[self.e + FRAME + b]);
                        self.undefined |= level & SAW_UNDEFINED != 0;
                    }
                    op::BUILTIN => {
                        wake!();
                        let number = (word >> 32) as usize;
                        if let Run::Det(function) = builtins::TABLE[number].run {
                            let ok = function(self, db, b)?;
                            code = db.segment(segment);
                            if self.watch.is_over() {
                                return Err(self.over());
                            }
                            check!(ok);
                        }
                    }
                    op::UNIFY => {
                        let ok = self.unify(self.x[a], self.x[b & 255]);
                        check!(ok);
                    }
                    op::ADD | op::SUB | op::MUL => {
                        let operands = code[p];
                        p += 1;
                        let left = self.deref(self.operand(operands as u32));
                        let right = self.deref(self.operand((operands >> 32) as u32));
                        if cell::tag(left) == INT && cell::tag(right) == INT {
                            let (l, r) = (cell::small_value(left), cell::small_value(right));
                            let value = match word as u8 {
                                op::ADD => Some(l + r),
                                op::SUB => Some(l - r),
                                _ => l.checked_mul(r),
                            };
                            if let Some(value) = value
                                && cell::fits_small(value)
                            {
                                self.x[a] = cell::small(value);
                                continue;
                            }
                        }
                        wake!();
                        let (left, right) = (self.deref(left), self.deref(right));
                        self.x[a] = arith::binary(self, db, b, left, right)?;
                    }
                    op::AR1 => {
                        wake!();
                        let operand = self.deref(self.operand(code[p] as u32));
                        p += 1;
                        self.x[a] = if cell::tag(operand) == INT && b == 0 {
                            operand
                        } else {
                            arith::unary(self, db, b, operand)?
                        };
                    }
                    op::AR2 => {
                        wake!();
                        let operands = code[p];
                        p += 1;
                        let left = self.deref(self.operand(operands as u32));
                        let right = self.deref(self.operand((operands >> 32) as u32));
                        self.x[a] = arith::binary(self, db, b, left, right)?;
                    }
                    op::LT | op::LE | op::GT | op::GE | op::EQ_NUM | op::NE_NUM => {
                        let at = p - 1;
                        let operands = code[p];
                        p += 1;
                        let left = self.deref(self.operand(operands as u32));
                        let right = self.deref(self.operand((operands >> 32) as u32));
                        let order = if cell::tag(left) == INT && cell::tag(right) == INT {
                            Some((left as i64).cmp(&(right as i64)))
                        } else {
                            wake!();
                            let (left, right) = (self.deref(left), self.deref(right));
                            arith::compare(self, db, left, right)?
                        };
                        let ok = match word as u8 {
                            op::LT => order.is_some_and(std::cmp::Ordering::is_lt),
                            op::LE => order.is_some_and(std::cmp::Ordering::is_le),
                            op::GT => order.is_some_and(std::cmp::Ordering::is_gt),
                            op::GE => order.is_some_and(std::cmp::Ordering::is_ge),
                            op::EQ_NUM => order.is_some_and(std::cmp::Ordering::is_eq),
                            _ => !order.is_some_and(std::cmp::Ordering::is_eq),
                        };
                        branch!(ok, at, word);
                    }
                    op::SAME => {
                        wake!();
                        let at = p - 1;
                        let ok = self.same(self.x[a], self.x[b & 255]);
                        branch!(ok, at, word);
                    }
                    op::DIFFERENT => {
                        wake!();
                        let at = p - 1;
                        let ok = !self.same(self.x[a], self.x[b & 255]);
                        branch!(ok, at, word);
                    }
                    op::TEST => {
                        wake!();
                        let at = p - 1;
                        let ok = self.test(b, self.x[a]);
                        branch!(ok, at, word);
                    }
                    op::ANSWER => {
                        if !self.woken.is_empty() {
                            self.cp = super::throw::STUB_ANSWER;
                            next = self.wake_at_return(db)?;
                            code = db.segment(segment);
                            continue 'dispatch;
                        }
                        if self.watch.is_over() {
                            return Err(self.over());
                        }
                        return Ok(true);
                    }
                    op::CATCH_EXIT => {
                        wake!();
                        let level = cell::header_length(self.stack[self.e + FRAME]);
                        if level + 1 == self.choices.len() {
                            self.cut_to(level);
                        }
                        self.deallocate();
                        jump!(self.cp);
                    }
                    op::TABLE_ANSWER => {
                        wake!();
                        self.table_answer(db)?;
                        code = db.segment(segment);
                        fail!();
                    }
                    _ => return Ok(false),
                }
            }
        }
    }

    #[inline(always)]
    fn operand(&self, operand: u32) -> Cell {
        match operand & op::OPERAND_KIND {
            op::OPERAND_X => self.x[operand as u8 as usize],
            op::OPERAND_INT => cell::small(i64::from((operand << 2) as i32 >> 2)),
            _ => self.stack[self.e + FRAME + (operand & 0xffff) as usize],
        }
    }

    #[inline(always)]
    fn open_structure(&mut self, functor: Cell) -> usize {
        let at = self.heap.len();
        self.heap.push(functor);
        self.heap.resize(at + 1 + cell::functor_arity(functor), 0);
        at
    }

    fn unify_box(&mut self, cell: Cell, words: &[Cell]) -> bool {
        match cell::tag(cell) {
            REF => {
                let at = self.heap.len();
                self.heap.extend_from_slice(words);
                self.bind(cell::addr(cell), cell::make(BOX, at));
                true
            }
            BOX => self.matches_box(cell::addr(cell), words),
            _ => false,
        }
    }
}

/// Set in the level a negation keeps, once a derivation rested on something undefined.
const SAW_UNDEFINED: usize = 1 << 40;
const LEVEL_MASK: usize = SAW_UNDEFINED - 1;

//! The instruction set. A word is: opcode (8 bits), register `a` (8), operand `b` (16), operand `c` (32);
//! some instructions are followed by raw words. Knows nothing of execution.

use crate::cell::Cell;

/// Builds an instruction word.
pub(crate) const fn ins(op: u8, a: usize, b: usize, c: u32) -> Cell {
    (op as u64) | ((a as u64 & 0xff) << 8) | ((b as u64 & 0xffff) << 16) | ((c as u64) << 32)
}

macro_rules! opcodes {
    ($($name:ident)*) => {
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "ids of constants")]
        #[repr(u8)]
        enum Opcode { $($name),* }
        $(pub(crate) const $name: u8 = Opcode::$name as u8;)*
    };
}

opcodes! {
    // Head: match argument register `a`.
    GET_VAR_X GET_VAR_Y GET_VAL_X GET_VAL_Y GET_CONST GET_LIST GET_STRUCT GET_BOX
    // Inside a structure being matched or built.
    U_VAR_X U_VAR_Y U_VAL_X U_VAL_Y U_CONST U_VOID U_LIST U_LIST_TAIL U_STRUCT U_STRUCT_TAIL U_BOX U_POP
    // Body: fill argument register `a`.
    PUT_VAR_X PUT_VAR_Y PUT_VAL_X PUT_VAL_Y PUT_CONST PUT_LIST PUT_STRUCT PUT_BOX PUT_VOID
    // Inside a structure being built.
    W_VAR_X W_VAR_Y W_VAL_X W_VAL_Y W_CONST W_VOID W_LIST W_LIST_TAIL W_STRUCT W_STRUCT_TAIL W_BOX W_POP
    // Control.
    ALLOC DEALLOC CALL EXEC PROCEED NECK_CUT GET_LEVEL HERE_LEVEL CUT_Y SOFT_CUT_Y TRY_ELSE JUMP FAIL
    BUILTIN UNIFY INIT_Y TNOT NAF NAF_END
    // Arithmetic: `a` is the destination; the next word holds two operands.
    ADD SUB MUL AR1 AR2
    // Comparison and tests: `c` is where to go on failure, 0 to backtrack.
    LT LE GT GE EQ_NUM NE_NUM SAME DIFFERENT TEST
    // Special continuations.
    ANSWER TABLE_ANSWER STOP CATCH_EXIT
    // Fused pairs.
    GET_LIST_VAR_VAR GET_LIST_VAL_VAR GET_LIST_VOID_VAR GET_LIST_VAL_VOID
}

/// Operands of arithmetic and comparison: kind in the top two bits.
pub(crate) const OPERAND_X: u32 = 0;
pub(crate) const OPERAND_Y: u32 = 1 << 30;
pub(crate) const OPERAND_INT: u32 = 2 << 30;
pub(crate) const OPERAND_KIND: u32 = 3 << 30;
pub(crate) const OPERAND_INT_MAX: i64 = (1 << 29) - 1;

/// Type tests that need no call.
pub(crate) const TESTS: &[&str] = &[
    "var", "nonvar", "atom", "integer", "float", "number", "atomic", "compound", "callable",
    "string", "is_list",
];

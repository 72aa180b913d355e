//! Tables of answers.

/// All tables of a session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    /// Words in use.
    pub(crate) words: usize,
}

impl Tables {
    pub(crate) fn abandon(&mut self, _: u32) {}
    pub(crate) fn forget_complete(&mut self) {}
}

impl crate::machine::Machine {
    pub(crate) fn table_call(
        &mut self,
        _: &mut crate::db::Db,
        _: u32,
    ) -> crate::machine::Res<crate::builtins::Flow> {
        Ok(crate::builtins::Flow::Fail)
    }
    pub(crate) fn table_retry(
        &mut self,
        _: &mut crate::db::Db,
        _: crate::machine::Retry,
    ) -> crate::machine::Res<crate::builtins::Flow> {
        Ok(crate::builtins::Flow::Fail)
    }
    pub(crate) fn table_answer(&mut self, _: &mut crate::db::Db) -> crate::machine::Res<()> {
        Ok(())
    }
}

//! A Prolog engine for many small, isolated, budgeted knowledge bases.

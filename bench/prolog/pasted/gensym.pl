% ?- reset_gensym(g), gensym(g, A), gensym(g, B).

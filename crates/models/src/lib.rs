//! Language models, embeddings and rerankers behind small traits.
//!
//! Empty so far: the first service that needs a model brings its trait along.

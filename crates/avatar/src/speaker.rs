//! Whoever is asked: an avatar of this machine, or one that lives in a Supabase project.

use std::sync::Arc;

use crate::answer::{self, Asked, Study};
use crate::corpus::Corpus;
use crate::library::LibraryError;
use crate::profile::Profile;
use crate::remote::{There, Topic};
use crate::search::Within;
use crate::words::squeezed;

/// An avatar that can be asked.
#[derive(Debug, Clone)]
pub enum Speaker {
    /// Its corpus is on this machine.
    Here(Arc<Corpus>),
    /// Its corpus is in a project.
    There(Box<There>),
}

/// What a work is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    /// Its id, or its title where it has none.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: String,
}

impl Named {
    /// Whether somebody who says `name` means it.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.id == name || squeezed(&self.title) == squeezed(name)
    }
}

impl Speaker {
    /// Who speaks.
    pub fn profile(&self) -> &Profile {
        match self {
            Self::Here(corpus) => corpus.profile(),
            Self::There(there) => there.profile(),
        }
    }

    /// What its works are called.
    pub(crate) fn works(&self) -> Result<Vec<Named>, LibraryError> {
        let named = |id: &String, title: &String| Named { id: id.clone(), title: title.clone() };
        Ok(match self {
            Self::Here(corpus) => {
                corpus.documents().iter().map(|it| named(&it.id, &it.title)).collect()
            }
            Self::There(there) => {
                let works = there.works()?;
                let id = |it: &crate::remote::Work| it.source_id.clone();
                let all = works.iter();
                all.map(|it| named(&id(it).unwrap_or_else(|| it.title.clone()), &it.title))
                    .collect()
            }
        })
    }

    /// A corpus that has what the avatar has about a topic; of one on this machine, all of it.
    pub(crate) fn about(&self, topic: &Topic<'_>) -> Result<Arc<Corpus>, LibraryError> {
        match self {
            Self::Here(corpus) => Ok(corpus.clone()),
            Self::There(there) => Ok(Arc::new(there.about(topic)?)),
        }
    }

    /// Answers a question by quotation or refuses to, with what a model may draft from, and counts the
    /// given passages that the corpus does not have.
    pub fn study(&self, asked: &Asked<'_>) -> Result<(Study, usize), LibraryError> {
        let given = asked.within.as_deref().unwrap_or_default();
        let corpus = self.about(&Topic {
            question: &answer::whole(asked),
            texts: given,
            count: answer::PASSAGES,
            within: &Within::default(),
        })?;
        let mut foreign = 0;
        for text in given {
            foreign += usize::from(corpus.chunks_with(&[text])?.is_empty());
        }
        Ok((answer::study(&corpus, asked)?, foreign))
    }
}

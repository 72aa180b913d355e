//! The program's tests at its boundary, in one binary.

#[cfg(test)]
mod audit;
#[cfg(test)]
mod avatar;
#[cfg(test)]
mod avatar_citations;
#[cfg(test)]
mod avatar_drafts;
#[cfg(test)]
mod avatar_models;
#[cfg(test)]
mod avatar_scans;
#[cfg(test)]
mod avatar_supabase;
#[cfg(test)]
mod avatar_works;
#[cfg(test)]
mod backup;
#[cfg(test)]
mod clients;
#[cfg(test)]
mod command_line;
#[cfg(test)]
mod configuration;
#[cfg(test)]
mod console;
#[cfg(test)]
mod conversation;
#[cfg(test)]
mod demo;
#[cfg(test)]
mod doctor;
#[cfg(test)]
mod edits;
#[cfg(test)]
mod evidence;
#[cfg(test)]
mod licences;
#[cfg(test)]
mod oauth;
#[cfg(test)]
mod orchestrator;
#[cfg(test)]
mod program;
#[cfg(test)]
mod reasoner;
#[cfg(test)]
mod serving;
#[cfg(test)]
mod socket;
#[cfg(test)]
mod starters;
#[cfg(test)]
mod surface;
#[cfg(test)]
mod theater;
#[cfg(test)]
mod tidy;
#[cfg(test)]
mod tokens;
#[cfg(test)]
mod traces;
#[cfg(test)]
mod upgrades;

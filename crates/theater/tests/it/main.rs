//! The theater through its tools, resources and prompts, with real guests and a real store.

#[cfg(test)]
mod alarms;
#[cfg(test)]
mod channels;
#[cfg(test)]
mod counting;
#[cfg(test)]
mod crowding;
#[cfg(test)]
mod damage;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod hosting;
#[cfg(test)]
mod misbehaving;
#[cfg(test)]
mod naming;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod remote;
#[cfg(test)]
mod replaying;
#[cfg(test)]
mod resuming;
#[cfg(test)]
mod scene;
#[cfg(test)]
mod starters;
#[cfg(test)]
mod supervising;
#[cfg(test)]
mod waiting;

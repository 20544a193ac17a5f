//! Ports that words may leave this machine by.

use super::{Embedder, Model, Moderate, Resolver, Search};
use crate::model::{Destination, Reach};
use std::sync::Arc;

/// Where a port sends what it is given.
pub trait Leads {
    fn destination(&self) -> Destination;
}

/// A port that may lead off this machine: it is handed out to who has a reach that goes as far, and to nobody else.
pub struct Outlet<P: ?Sized>(Arc<P>);

impl<P: Leads + ?Sized> Outlet<P> {
    pub fn new(port: Arc<P>) -> Self {
        Self(port)
    }

    /// The port, where something of this reach may be sent.
    pub fn within(&self, reach: Reach) -> Option<&Arc<P>> {
        reach.allows(self.0.destination()).then_some(&self.0)
    }

    pub fn destination(&self) -> Destination {
        self.0.destination()
    }

    /// The same with something around the port.
    pub fn map(self, around: impl FnOnce(Arc<P>) -> Arc<P>) -> Self {
        Self(around(self.0))
    }
}

impl<P: ?Sized> Clone for Outlet<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

macro_rules! leads {
    ($($port:ident),*) => {
        $(
            impl Leads for dyn $port {
                fn destination(&self) -> Destination {
                    $port::destination(self)
                }
            }
        )*
    };
}
leads!(Search, Resolver, Model, Embedder, Moderate);

/// What a port says of itself is no secret.
impl Outlet<dyn Search> {
    pub fn name(&self) -> &str {
        self.0.name()
    }

    pub fn style(&self) -> crate::model::SearchStyle {
        self.0.style()
    }
}

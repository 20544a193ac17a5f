//! Ports through which data may leave this machine.

use super::{Embedder, Model, Moderate, Resolver, Search};
use crate::model::{Destination, Reach};
use std::sync::Arc;

/// Where a port sends the data it is given.
pub trait Leads {
    fn destination(&self) -> Destination;
}

/// A port that may send data off this machine, available only to a sufficient reach.
pub struct Outlet<P: ?Sized>(Arc<P>);

impl<P: Leads + ?Sized> Outlet<P> {
    pub fn new(port: Arc<P>) -> Self {
        Self(port)
    }

    /// The port, if the reach allows it.
    pub fn within(&self, reach: Reach) -> Option<&Arc<P>> {
        reach.allows(self.0.destination()).then_some(&self.0)
    }

    pub fn destination(&self) -> Destination {
        self.0.destination()
    }

    /// Wraps the port in a decorator.
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

/// A port's own description is not confidential.
impl Outlet<dyn Search> {
    pub fn name(&self) -> &str {
        self.0.name()
    }

    pub fn style(&self) -> crate::model::SearchStyle {
        self.0.style()
    }
}

//! Embeddings: a model in a folder, run in this process, or a provider's.

mod local;
mod remote;

pub use local::{LocalEmbedder, NotAnEmbedder};
pub use remote::ServerEmbedder;

/// Makes a vector one of unit length; one without length stays as it is.
fn unit(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > f32::EPSILON {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

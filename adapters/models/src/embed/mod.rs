//! A provider's embeddings.

mod remote;

pub use remote::ServerEmbedder;

/// Makes a vector one of unit length; one without length stays as it is.
pub fn unit(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > f32::EPSILON {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

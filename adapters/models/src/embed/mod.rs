//! A provider's embeddings.

mod remote;

pub use remote::ServerEmbedder;

/// Scales a vector to unit length; a zero vector stays unchanged.
pub fn unit(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > f32::EPSILON {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

//! The reader, as the settings want it.

use crate::settings::Settings;
use gorkd_reader::ReaderSettings;

pub fn reader_settings(settings: &Settings) -> ReaderSettings {
    let reader = &settings.reader;
    ReaderSettings {
        children: reader.children(),
        pages_per_child: reader.pages_per_child,
        idle: reader.idle(),
        page_cpu: reader.page_cpu(),
        child_memory: reader.child_memory_bytes(),
        niceness: reader.niceness,
        max_bytes: reader.max_page_bytes,
        ..ReaderSettings::default()
    }
}

//! `gorkd memory`: shows, changes and erases what is remembered about you and about places.

use super::{print, print_json, refuse};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, table};
use gorkd_cli::{Exit, MemoryCommand};
use gorkd_core::model::{Preference, Refusal, Remembered, Requester};
use gorkd_core::view::iso;

pub async fn memory(app: &App, command: MemoryCommand) -> anyhow::Result<Exit> {
    let (me, service) = (Requester::terminal(), &app.service);
    let done = match command {
        MemoryCommand::Show { place, json } => show(app, place.as_deref(), json).await?,
        MemoryCommand::Set { name, value, place } => {
            let set = service.remember(&me, place.as_deref(), &name, &value).await;
            set.map(|()| print("Noted.\n"))
        }
        MemoryCommand::Forget { name, place } => {
            let name = (name != "all").then_some(name.as_str());
            let gone = service.forget(&me, place.as_deref(), name).await;
            gone.map(|gone| {
                print(match gone {
                    0 => "Nothing with that name is remembered.\n",
                    _ => "Forgotten.\n",
                });
            })
        }
    };
    Ok(done.map_or_else(|refusal| refuse(&refusal), |()| Exit::Answered))
}

async fn show(app: &App, place: Option<&str>, as_json: bool) -> anyhow::Result<Result<(), Refusal>> {
    let remembered = match place {
        Some(place) => app.service.remembered_of_place(place).await,
        None => app.service.remembered_of_person(&Requester::terminal()).await,
    };
    let remembered = match remembered {
        Ok(remembered) => remembered,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if as_json {
        return print_json(&remembered).map(Ok);
    }
    if remembered.is_empty() {
        let can = Preference::ALL.into_iter().filter(|one| place.is_some() || !one.of_places());
        let can: Vec<&str> = can.map(Preference::name).collect();
        print(&format!("Nothing is remembered. You can set: {}.\n", can.join(", ")));
        return Ok(Ok(()));
    }
    let row = |one: Remembered| vec![one.name.name().to_owned(), clean(&one.value), iso(one.at)];
    let rows: Vec<Vec<String>> = remembered.into_iter().map(row).collect();
    print(&table(&["name", "value", "since"], &rows, Look::of_stdout()));
    Ok(Ok(()))
}

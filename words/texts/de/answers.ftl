### Was um eine ganze Antwort herum steht, im Terminal und in Dokumenten.

closest-passage = Vielleicht ist das nicht die Antwort. Die passendste Textstelle:
helps-in-terminal = Im Terminal: `gorkd library add PFAD` nimmt Dokumente auf, `gorkd doctor` prüft Schlüssel und Verbindungen, und `gorkd job retry` versucht es noch einmal.
helps-in-terminal-local = Im Terminal: `gorkd library add PFAD` nimmt Dokumente auf, `--privacy hybrid` erlaubt die Websuche, `gorkd doctor` prüft Schlüssel und Verbindungen, und `gorkd job retry` versucht es noch einmal.
answer-keep-in-mind = Zu beachten
answer-worth-checking = Noch zu prüfen
answer-went-wrong = Was schiefging
answer-not-read = Nicht lesbar
answer-not-cited = Gelesen, nicht zitiert ({ $count })
answer-none-preferred = Keine Angabe hat Vorrang. { $why }
answer-a-source = eine Quelle
answer-first-part = nur der erste Teil
answer-none-because = Es gibt keine Antwort. { $why }
answer-waits-for-reply = Wartet auf deine Antwort.
answer-in-progress = Wird noch bearbeitet.
answer-pages-read = { $count ->
    [one] 1 Dokument gelesen
   *[other] { $count } Dokumente gelesen
}
answer-asked = durchsucht: { $places }
answer-tokens = { $count } Tokens von { $model }
answer-no-model = ohne Sprachmodell
answer-out-of-budget = Budget aufgebraucht
answer-out-of-time = Zeit abgelaufen
answer-stopped = vorzeitig beendet
answer-more = und { $count ->
    [one] 1 weiteres
   *[other] { $count } weitere
}
answer-closest = Nächstliegende Textstelle, keine Antwort
answer-library = Bibliothek
answer-local-file = lokale Datei

## Auf der Seite, die ein geteilter Link öffnet

shared-motto = Jeder Satz ist durch ein geprüftes Zitat belegt.
shared-basis = Worauf sich jeder Satz stützt
shared-by-model = Geschrieben von { $model }, von gorkd anhand der Quellen geprüft.
shared-by-rules = Von gorkd aus den Quellen zitiert, ohne Sprachmodell.
shared-gone = Dieser Link funktioniert nicht mehr
shared-gone-why = Er ist abgelaufen, wurde widerrufen oder ist unvollständig. Bitte die Person, von der du ihn hast, um einen neuen.
shared-later = Diese Antwort lässt sich gerade nicht anzeigen
shared-later-why = In gorkd ist etwas schiefgegangen. Bitte versuch es in ein paar Minuten noch einmal.

## What a terminal shows while a run goes on

fact-planned = Geplant: { $parts ->
    [one] 1 Frage
   *[other] { $parts } Fragen
} zu beantworten, { $queries ->
    [one] 1 Suche
   *[other] { $queries } Suchen
} zu Beginn
fact-searched = { $place } durchsucht: { $count ->
    [one] 1 Treffer
   *[other] { $count } Treffer
}
fact-searched-for = { $searched } für: { $query }
fact-known = { $fact } (schon bekannt)
fact-read = Gelesen: { $title } ({ $place }, { $count ->
    [one] 1 Wort
   *[other] { $count } Wörter
})
fact-not-read = Nicht gelesen: { $place } · { $why }
fact-checked = Runde { $round } geprüft
fact-warning = Warnung: { $text }
fact-writing = Die Antwort wird geschrieben und geprüft

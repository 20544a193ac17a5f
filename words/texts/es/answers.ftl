### Lo que rodea a una respuesta completa, en un terminal y en documentos.

closest-passage = Puede que esta no sea la respuesta. El pasaje más cercano:
helps-in-terminal = En un terminal: `gorkd library add RUTA` añade documentos, `gorkd doctor` comprueba claves y conexiones y `gorkd job retry` vuelve a intentarlo.
helps-in-terminal-local = En un terminal: `gorkd library add RUTA` añade documentos, `--privacy hybrid` permite la búsqueda en la web, `gorkd doctor` comprueba claves y conexiones y `gorkd job retry` vuelve a intentarlo.
answer-keep-in-mind = Ten en cuenta
answer-worth-checking = Conviene comprobar
answer-went-wrong = Qué falló
answer-not-read = No se pudieron leer
answer-not-cited = Leídos, no citados ({ $count })
answer-none-preferred = Ninguna versión prevalece. { $why }
answer-a-source = una fuente
answer-first-part = solo la primera parte
answer-none-because = No hay respuesta. { $why }
answer-waits-for-reply = Espera tu respuesta.
answer-in-progress = Aún está en curso.
answer-pages-read = { $count ->
    [one] 1 documento leído
   *[other] { $count } documentos leídos
}
answer-asked = búsqueda en: { $places }
answer-tokens = { $count } tokens de { $model }
answer-no-model = sin modelo de lenguaje
answer-out-of-budget = presupuesto agotado
answer-out-of-time = tiempo agotado
answer-stopped = detenida antes de tiempo
answer-more = y { $count } más
answer-closest = El pasaje más cercano; no es una respuesta
answer-library = biblioteca
answer-local-file = archivo local

## En la página que abre un enlace compartido

shared-motto = Cada frase está respaldada por una cita comprobada.
shared-basis = En qué se apoya cada frase
shared-by-model = Redactada por { $model } y contrastada con sus fuentes por gorkd.
shared-by-rules = Compuesta por gorkd con citas de sus fuentes, sin modelo de lenguaje.
shared-gone = Este enlace ya no funciona
shared-gone-why = Ha caducado, se ha revocado o está incompleto. Pide uno nuevo a quien te lo envió.
shared-later = Esta respuesta no se puede mostrar ahora mismo
shared-later-why = Algo falló en gorkd. Inténtalo de nuevo dentro de unos minutos.

## What a terminal shows while a run goes on

fact-planned = Plan: { $parts ->
    [one] 1 pregunta
   *[other] { $parts } preguntas
} por responder, { $queries ->
    [one] 1 búsqueda
   *[other] { $queries } búsquedas
} para empezar
fact-searched = Búsqueda ({ $place }): { $count ->
    [one] 1 resultado
   *[other] { $count } resultados
}
fact-searched-for = { $searched } para: { $query }
fact-known = { $fact } (ya se conocía)
fact-read = Leído: { $title } ({ $place }, { $count ->
    [one] 1 palabra
   *[other] { $count } palabras
})
fact-not-read = No leído: { $place } · { $why }
fact-checked = Ronda { $round } comprobada
fact-warning = Aviso: { $text }
fact-writing = Redactando y comprobando la respuesta

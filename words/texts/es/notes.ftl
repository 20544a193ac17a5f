### Lo que las reglas de gorkd dicen de una respuesta, en el idioma de la pregunta.

## Cuán segura es una respuesta

parts-open = { $open ->
    [one] Queda sin responder 1 de las { $total } partes de la pregunta.
   *[other] Quedan sin responder { $open } de las { $total } partes de la pregunta.
}
answers-maybe-part = Puede que la respuesta solo cubra una parte de la pregunta.
answers-part = La pregunta solo se responde en parte.
answers-all = Se responde a todas las partes de la pregunta.
draft-contradicted = { $count ->
    [one] Lo leído contradice una afirmación del borrador, que se ha omitido.
   *[other] Lo leído contradice { $count } afirmaciones del borrador, que se han omitido.
}
passage-misses = La pregunta pide { $kind }, y el pasaje no da ese dato.
statements-miss = La pregunta pide { $kind }, y ninguna afirmación da ese dato.
kind-time = una fecha o un año
kind-duration = una duración
kind-count = un número
kind-money = un importe
kind-percent = una proporción o un porcentaje
kind-version = una versión
disagree-mainly = Las fuentes discrepan en lo principal: { $values }.
disagree-point = Las fuentes discrepan en un punto: { $values }.
statements-held = { $held ->
    [one] 1 de { $total } afirmaciones está plenamente respaldada.
   *[other] { $held } de { $total } afirmaciones están plenamente respaldadas.
}
passage-fits = El pasaje encaja bien con la pregunta.
passage-doubtful = El pasaje solo encaja a medias con la pregunta.
passage-rivaled = Otros pasajes encajan con la pregunta más o menos igual de bien.
passage-has-words = El pasaje contiene las palabras de la pregunta.
passage-has-some-words = El pasaje solo contiene algunas palabras de la pregunta.
statements-checked = Cada afirmación se contrastó con el pasaje que cita.
statements-reworded = Algunas afirmaciones no usan las palabras de los pasajes, y ningún modelo ha comparado ambas cosas.
one-work-trusted = La respuesta procede de una sola publicación, que es oficial, de primera mano o uno de tus documentos.
one-work = La respuesta procede de una sola publicación.
main-work-trusted = El resumen procede de una sola publicación, que es oficial, de primera mano o uno de tus documentos.
main-works = { $works ->
    [one] El resumen procede de una sola publicación; los detalles, también de otras.
   *[other] El resumen procede de { $works } publicaciones independientes; los detalles, también de otras.
}
many-works = La respuesta procede de { $works } publicaciones independientes.
sources-official = Las fuentes son oficiales, tienen supervisión editorial o son de primera mano.
sources-open = En los sitios citados puede escribir cualquiera.

## Sus límites y qué comprobar después

limit-left-out = { $count ->
    [one] Se omitió una afirmación del borrador porque ninguna fuente la respalda.
   *[other] Se omitieron { $count } afirmaciones del borrador porque ninguna fuente las respalda.
}
limit-unread = { $count ->
    [one] No se pudo leer una página.
   *[other] No se pudieron leer { $count } páginas.
}
limit-large = { $count ->
    [one] Una fuente es tan grande que solo se leyó su primera parte.
   *[other] { $count } fuentes son tan grandes que solo se leyó su primera parte.
}
limit-outdated = Marcado como obsoleto: { $titles }
limit-one-source = Todo se apoya en una sola fuente; ninguna otra lo confirma.
limit-no-table = Las fuentes no dan para una tabla de dos filas. En su lugar, este es un resumen.
table-item = Elemento
table-says = Lo que dicen las fuentes
limit-first-part = Solo se leyó la primera parte de { $what }.
limit-version = La pregunta trata de { $asked }; lo leído trata de { $found }.
limit-unanswered = Sin responder: { $question }
limit-perhaps-unanswered = Quizá sin responder: { $question }
limit-gap = No se encontró en lo leído: { $gap }
limit-weak = { $count ->
    [one] Una afirmación no está lo bastante confirmada como para fiarse solo de ella.
   *[other] { $count } afirmaciones no están lo bastante confirmadas como para fiarse solo de ellas.
}
limit-private = { $count ->
    [one] 1 pasaje de un documento privado no se mostró a { $model }, que funciona en otro equipo.
   *[other] { $count } pasajes de documentos privados no se mostraron a { $model }, que funciona en otro equipo.
}
limit-not-academic = Ninguna de las fuentes leídas es académica.
limit-no-dates = Ninguna fuente dice cuándo se publicó.
limit-old = La fuente más reciente es de hace { $age }.
limit-language = La pregunta está en { $asked }, pero las fuentes están en { $found }. Preguntando en { $found } se encuentra más.
age-days = { $count ->
    [one] 1 día
   *[other] { $count } días
}
age-months = { $count ->
    [one] 1 mes
   *[other] { $count } meses
}
age-years = { $count ->
    [one] 1 año
   *[other] { $count } años
}
language-en = inglés
language-de = alemán
language-es = español
language-fr = francés
language-ru = ruso
language-zh = chino
language-ar = árabe
language-it = italiano
language-pt = portugués
language-ja = japonés
next-still-so = ¿Sigue siendo así hoy?
next-changed = ¿Ha cambiado algo desde la fuente más reciente, de hace { $age }?
next-which = ¿Qué es correcto: { $values }? ({ $about })
next-second = ¿Confirma esto una segunda fuente independiente?: { $statement }
worked-out = Calculado a partir de las cifras citadas: { $sum }.
mark-weak = No está lo bastante confirmado como para fiarse solo de ello. Compruébalo con otra fuente.
premise-denied = Las fuentes dicen otra cosa: «{ $quote }»
partly-supported = (respaldado solo en parte)
newer-source = Es la fuente más reciente.
weightier-source = Es la fuente con más autoridad.
neither-source = Ninguna de las fuentes es claramente mejor.
limit-one-side = Todo lo citado procede de { $name }; no se cita a nadie más.
limit-no-contrary = Una búsqueda de pruebas en contra no encontró nada que lo contradiga.
disclaimer-medical = Es información general de las fuentes citadas, no un consejo médico. Para tu caso concreto, pregunta en una consulta médica o en una farmacia.
disclaimer-legal = Es información general de las fuentes citadas, no asesoramiento jurídico, y las leyes varían de un lugar a otro. Para tu caso concreto, consulta a un profesional del derecho.
disclaimer-financial = Es información general de las fuentes citadas, no asesoramiento financiero. Consulta a un asesor antes de decidir.
or-list = { $first } o { $second }
and-list = { $first } y { $second }
or-list-more = { $first }, { $second }
or-list-last = { $first } o { $second }
and-list-more = { $first }, { $second }
and-list-last = { $first } y { $second }
quoted = «{ $text }»

## Qué se queda corto, y qué se busca en contra

issue-few-citations = Fuentes citadas: { $count }; una pregunta así requiere al menos { $least }.
issue-too-old = La fuente más reciente es de hace { $age }; una pregunta así requiere una de hace { $most } como máximo.
issue-undated = Ninguna fuente citada dice cuándo se publicó; una pregunta así requiere una de hace { $most } como máximo.
issue-few-works = Publicaciones independientes sobre «{ $part }»: { $works }; una investigación así requiere al menos { $least }.
issue-untold = Ninguna afirmación de la respuesta trata de: { $part }
issue-claim-partly = Sus fuentes solo respaldan en parte la afirmación { $id }: { $text }
issue-claim-unsupported = Sus fuentes no respaldan la afirmación { $id }: { $text }
issue-claim-contradicted = Sus fuentes desmienten la afirmación { $id }: { $text }
issue-claim-mark = Afirmación { $id }: { $mark }
query-contrary = { $subject } críticas problemas polémica
issue-question-flagged = La moderación ha marcado la pregunta: { $categories }.
issue-answer-flagged = La moderación ha marcado esta respuesta: { $categories }.
answer-moderated = Hay una respuesta escrita, pero trata un tema que han excluido quienes administran gorkd, así que no se muestra.
answer-not-moderated = Hay una respuesta escrita, pero no se pudo comprobar si trata temas excluidos, así que no se muestra. Inténtalo de nuevo más tarde.

## Cuando no hay respuesta

unmentioned-in-passages = Ningún pasaje sobre la pregunta menciona { $names }.
unmentioned = Nada de lo leído menciona { $names }.
nowhere-to-search = No hay dónde buscar: no hay ningún proveedor de búsqueda activado y no se usa la biblioteca.
library-empty-alone = La biblioteca está vacía y no se puede buscar en otro sitio.
library-empty-failed = La biblioteca está vacía y la búsqueda en otros sitios falló.
searches-failed = Todas las búsquedas fallaron.
searches-some-failed = Algunas búsquedas fallaron y las demás no encontraron nada.
searches-nothing = Las búsquedas no encontraron nada.
found-unreadable = { $count ->
    [one] Se encontró 1 página, pero no se pudo leer.
   *[other] Se encontraron { $count } páginas, pero no se pudo leer ninguna.
}
found-unworthy = Ninguno de los resultados merecía leerse.
read-unsupported = { $count ->
    [one] Se leyó 1 documento, pero ninguna afirmación sobre la pregunta pudo respaldarse con una cita.
   *[other] Se leyeron { $count } documentos, pero ninguna afirmación sobre la pregunta pudo respaldarse con una cita.
}
read-unanswering = { $count ->
    [one] El único documento leído no responde a la pregunta.
   *[other] Ninguno de los { $count } documentos leídos responde a la pregunta.
}
looked-for = Se buscó { $queries } en { $places }.
place-library = la biblioteca
help-line = Podría ayudar { $helps }.
help-add = añadir documentos a la biblioteca
help-add-about = añadir a la biblioteca documentos sobre el tema
help-switch-on = activar un proveedor de búsqueda en los ajustes
help-another-provider = activar otro proveedor de búsqueda
help-web = permitir la búsqueda en la web (privacidad `hybrid`)
help-words = preguntar con otras palabras
help-language = preguntar en el idioma de tus documentos
help-retry = volver a intentarlo más tarde, o comprobar la conexión y las claves de los proveedores
help-loosen = relajar las restricciones de la búsqueda
reason-nothing-read = No se leyó nada que pudiera respaldar una respuesta.
reason-nothing-answers = Nada de lo leído responde a la pregunta.
reason-unsupported = Ninguna afirmación del borrador está respaldada por lo leído.
reason-weak = La mayor parte del resumen no está confirmada por suficientes fuentes independientes.
reason-not-academic = No se leyó ninguna fuente académica, y una pregunta así necesita una.
reason-untold = No se dijo a qué se refiere «{ $word }».
limit-pages = { $count ->
    [one] No se pudo leer 1 página.
   *[other] No se pudieron leer { $count } páginas.
}

## Preguntas de vuelta

ask-scope = ¿Qué te gustaría saber sobre { $subject }?
ask-scope-what = Qué es
ask-scope-how = Cómo funciona
ask-scope-compare = En qué se diferencia de otros
ask-scope-new = Qué hay de nuevo
ask-time = ¿Qué periodo debe abarcar la respuesta?
ask-time-day = El último día
ask-time-week = La última semana
ask-time-month = El último mes
ask-time-year = El último año
ask-time-now = La situación actual
ask-time-five-years = Los últimos cinco años
ask-time-any = Cualquier época
ask-depth = ¿Cuánto debe profundizar la respuesta?
ask-depth-short = Una respuesta breve
ask-depth-overview = Una visión general
ask-depth-details = Los detalles
ask-depth-everything = Todo lo que se encuentre
ask-depth-pick = Cuál elegir, en una frase
ask-depth-differences = Las diferencias principales
ask-depth-points = Punto por punto
ask-depth-measured = Con mediciones
ask-use = ¿Para qué necesitas la respuesta?
ask-use-decide = Para decidir algo
ask-use-learn = Para aprender
ask-use-write = Para escribir sobre ello
ask-use-build = Para usarlo como base
ask-use-once = Para hacerlo una vez
ask-use-for-good = Para dejarlo configurado
ask-use-understand = Para entenderlo
ask-use-explain = Para explicárselo a otros
ask-sense = Hay varias cosas que se llaman { $name }. ¿A cuál te refieres?
ask-pointer = ¿A qué se refiere «{ $word }»? Antes no se dijo nada.
ask-about = ¿De qué trata la pregunta?
ask-which = Son { $count } preguntas en una. ¿Cuál importa más?
ask-long = Sería una investigación larga. ¿Qué te interesa de { $subject }?
ask-long-main = Lo principal
ask-long-figures = Cifras y fechas
ask-long-all = Todo, tarde lo que tarde

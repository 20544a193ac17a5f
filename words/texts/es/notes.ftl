### Lo que las reglas de gorkd dicen de una respuesta, en el idioma de la pregunta.

## Cuán segura es una respuesta

parts-open = { $open ->
    [one] 1 de { $total } partes de la pregunta queda sin responder.
   *[other] { $open } de { $total } partes de la pregunta quedan sin responder.
}
answers-maybe-part = Puede que solo responda a una parte de la pregunta.
answers-part = La pregunta solo se responde en parte.
answers-all = Se responde a todas las partes de la pregunta.
draft-contradicted = Lo leído contradice una afirmación del borrador, que se omitió.
passage-misses = La pregunta pide { $kind }, y el pasaje no lo da.
statements-miss = La pregunta pide { $kind }, y ninguna afirmación lo da.
kind-time = una fecha o un año
kind-duration = una duración
kind-count = un número
kind-money = un importe
kind-percent = una proporción o un porcentaje
disagree-mainly = Las fuentes discrepan en lo principal.
disagree-points = Puntos en que discrepan las fuentes: { $count }.
statements-held = { $held } de { $total } afirmaciones están plenamente respaldadas.
passage-fits = El pasaje encaja bien con la pregunta; léelo para ver si la responde.
passage-doubtful = Puede que el pasaje no responda a la pregunta; léelo antes de fiarte.
passage-has-words = El pasaje contiene las palabras de la pregunta; léelo para ver si la responde.
passage-has-some-words = El pasaje contiene algunas palabras de la pregunta; léelo para ver si la responde.
statements-checked = Cada afirmación se comprobó con el pasaje que cita.
one-work-verbatim = Procede de una obra, que lo dice casi con estas palabras.
one-work = Procede de una sola obra.
main-work-verbatim = El resumen procede de una obra, que lo dice casi con estas palabras.
main-works = { $works ->
    [one] El resumen procede de una sola obra; los detalles, también de otras.
   *[other] El resumen procede de { $works } obras independientes; los detalles, también de otras.
}
many-works = Procede de { $works } obras independientes.
sources-official = Las fuentes son oficiales, editadas o del propio tema.
sources-open = En los sitios de los que procede puede escribir cualquiera.

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
limit-one-source = Todo se apoya en una fuente; ninguna otra lo confirma.
limit-no-table = Las fuentes no dan para una tabla: no alcanzan para dos filas. En su lugar, este es un resumen.
table-item = Elemento
table-says = Lo que dicen las fuentes
limit-first-part = Solo se leyó la primera parte de { $what }.
limit-version = La pregunta trata de { $asked }; lo leído trata de { $found }.
limit-unanswered = Nada de lo leído responde: { $question }
limit-gap = No se encontró en lo leído: { $gap }
limit-weak = { $count ->
    [one] Una afirmación no está lo bastante confirmada como para fiarse solo de ella.
   *[other] { $count } afirmaciones no están lo bastante confirmadas como para fiarse solo de ellas.
}
limit-private = { $count ->
    [one] 1 pasaje de un documento privado no se mostró a { $model }, que funciona en otro equipo.
   *[other] { $count } pasajes de documentos privados no se mostraron a { $model }, que funciona en otro equipo.
}
limit-not-academic = Entre las fuentes leídas no hay ninguna académica.
limit-no-dates = Ninguna fuente dice cuándo se publicó.
limit-old = La fuente más reciente tiene { $age }.
limit-language = La pregunta está en { $asked }, pero las fuentes están en { $found }. Preguntar en { $found } encontrará más.
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
next-changed = ¿Ha cambiado algo desde entonces ({ $age })?
next-which = ¿Qué es correcto: { $values }? ({ $about })
next-source = ¿Hay una fuente para todo esto?: { $statement }
next-second = ¿Lo confirma una segunda fuente independiente?: { $statement }
worked-out = Calculado a partir de las cifras citadas: { $sum }.
mark-weak = No está lo bastante confirmado como para fiarse solo de esto. Compruébalo con otra fuente.
premise-denied = Las fuentes dicen otra cosa: «{ $quote }»
partly-supported = (respaldado solo en parte)
heading-partly = Respaldado solo en parte
newer-source = es la fuente más reciente
weightier-source = es la fuente con más autoridad
neither-source = ninguna fuente es claramente mejor
limit-one-side = Todo lo citado procede de { $name }; no se oye a nadie más.
limit-no-contrary = Una búsqueda de lo que habla en contra no encontró nada que lo contradiga.
disclaimer-medical = Es información general de las fuentes citadas, no un consejo médico. Para tu propio caso, pregunta en una consulta médica o en una farmacia.
disclaimer-legal = Es información general de las fuentes citadas, no asesoramiento jurídico, y las leyes cambian de un lugar a otro. Para tu propio caso, pregunta en un despacho de abogados.
disclaimer-financial = Es información general de las fuentes citadas, no asesoramiento financiero. Consulta a un asesor antes de decidir.
or-list = { $first } o { $second }
and-list = { $first } y { $second }
quoted = «{ $text }»

## Qué se queda corto, y qué se busca en contra

issue-few-citations = Fuentes citadas: { $count }; una pregunta así pide al menos { $least }.
issue-too-old = La fuente más reciente tiene { $age }; una pregunta así pide una de { $most } como máximo.
issue-undated = Ninguna fuente citada dice cuándo se publicó; una pregunta así pide una de { $most } como máximo.
issue-few-works = Obras independientes detrás de «{ $part }»: { $works }; una investigación así pide al menos { $least }.
issue-untold = Ninguna afirmación de la respuesta trata de: { $part }
issue-claim-partly = La afirmación { $id } solo está respaldada en parte por sus fuentes: { $text }
issue-claim-unsupported = La afirmación { $id } no está respaldada por sus fuentes: { $text }
issue-claim-contradicted = La afirmación { $id } queda contradicha por sus fuentes: { $text }
issue-claim-mark = Afirmación { $id }: { $mark }
query-contrary = { $subject } críticas problemas polémica
issue-question-flagged = La moderación ha marcado la pregunta: { $categories }.
issue-answer-flagged = La moderación ha marcado esta respuesta: { $categories }.
answer-moderated = Hay una respuesta escrita, pero trata un tema que han excluido quienes administran gorkd, así que no se muestra.
answer-not-moderated = Hay una respuesta escrita, pero no se pudo comprobar si trata temas excluidos, así que no se muestra. Inténtalo de nuevo más tarde.

## Cuando no hay respuesta

unmentioned-in-passages = Ningún pasaje sobre la pregunta menciona { $names }.
unmentioned = Nada de lo leído menciona { $names }.
nowhere-to-search = No hay dónde buscar: no hay ningún buscador activado y no se usa la biblioteca.
library-empty-alone = La biblioteca está vacía y no se puede buscar en otro sitio.
library-empty-failed = La biblioteca está vacía y la búsqueda en otros sitios falló.
searches-failed = No se pudo buscar: fallaron todos los sitios consultados.
searches-some-failed = Algunas búsquedas fallaron y las demás no encontraron nada.
searches-nothing = Las búsquedas no encontraron nada.
found-unreadable = { $count ->
    [one] Se encontró 1 página, pero no se pudo leer.
   *[other] Se encontraron { $count } páginas, pero no se pudo leer ninguna.
}
found-unworthy = Nada de lo encontrado merecía leerse.
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
place-somewhere = los sitios disponibles
help-line = Qué ayudaría: { $helps }.
help-add = añadir documentos a la biblioteca
help-add-about = añadir a la biblioteca documentos sobre el tema
help-switch-on = activar un buscador en los ajustes
help-another-provider = activar otro buscador
help-web = permitir la búsqueda en la web (privacidad `hybrid`)
help-words = preguntar con otras palabras
help-retry = volver a intentarlo más tarde, o comprobar la conexión y las claves de los buscadores
help-loosen = relajar las condiciones de la búsqueda
reason-nothing-read = No se leyó nada que pudiera respaldar una respuesta.
reason-nothing-answers = Nada de lo leído responde a la pregunta.
reason-unsupported = Ninguna afirmación del borrador está respaldada por lo leído.
reason-weak = La mayor parte del resumen no está confirmada por suficientes fuentes independientes.
reason-not-academic = No se leyó ninguna fuente académica, y una pregunta así necesita una.
limit-pages = { $count ->
    [one] 1 página no se pudo leer.
   *[other] { $count } páginas no se pudieron leer.
}

## Preguntas de vuelta

ask-scope = ¿Qué te gustaría saber sobre { $subject }?
ask-scope-what = Qué es
ask-scope-how = Cómo funciona
ask-scope-compare = Cómo se compara con otros
ask-scope-new = Qué hay de nuevo
ask-time = ¿Qué periodo debe abarcar la respuesta?
ask-time-day = El último día
ask-time-week = La última semana
ask-time-month = El último mes
ask-time-year = El último año
ask-time-now = Cómo está ahora
ask-time-five-years = Los últimos cinco años
ask-time-any = Cualquier época
ask-depth = ¿Qué profundidad debe tener la respuesta?
ask-depth-short = Una respuesta breve
ask-depth-overview = Una visión general
ask-depth-details = Los detalles
ask-depth-everything = Todo lo que se encuentre
ask-depth-pick = Cuál elegir, en una frase
ask-depth-differences = Las diferencias principales
ask-depth-points = Punto por punto
ask-depth-measured = Con mediciones
ask-use = ¿Para qué es la respuesta?
ask-use-decide = Para decidir algo
ask-use-learn = Para aprender
ask-use-write = Para escribir sobre ello
ask-use-build = Para partir de ahí
ask-use-once = Para hacerlo una vez
ask-use-for-good = Para dejarlo configurado
ask-use-understand = Para entenderlo
ask-use-explain = Para explicárselo a otros
ask-sense = Hay varias cosas que se llaman { $name }. ¿A cuál te refieres?
ask-pointer = ¿A qué se refiere «{ $word }»? Antes no se dijo nada.
ask-about = ¿De qué trata la pregunta?
ask-about-product = Un producto o una empresa
ask-about-person = Una persona
ask-about-place = Un lugar o un acontecimiento
ask-about-term = Un término o un método
ask-which = Son { $count } preguntas en una. ¿Cuál importa más?
ask-long = Esto llevaría mucho tiempo. ¿Qué te importa de { $subject }?
ask-long-main = Lo principal
ask-long-figures = Cifras y fechas
ask-long-all = Todo, tarde lo que tarde

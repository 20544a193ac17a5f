### Lo que dicen las tarjetas en los chats. Tratamiento: tú.

## Tiempos, importes, cantidades

duration-seconds = { $seconds } s
duration-minutes = { $minutes } min
duration-minutes-seconds = { $minutes } min { $seconds } s
duration-hours = { $hours } h
duration-hours-minutes = { $hours } h { $minutes } min
money = { $amount } $
money-nothing = nada
money-less = menos de { $amount } $
count-sources = { $count ->
    [one] 1 fuente
   *[other] { $count } fuentes
}
and-more = { $shown } y { $count } más

## El estado de una investigación

step-plan = Planificar
step-search = Buscar
step-read = Leer
step-check = Comprobar
step-write = Redactar
now-queued = esperando su turno
now-clarifying = comprobando si la pregunta está clara
now-planning = planificando
now-searching = buscando
now-searching-for = buscando: { $queries }
now-choosing = eligiendo qué leer
now-reading = leyendo { $count ->
    [one] 1 página
   *[other] { $count } páginas
}: { $hosts }
now-checking = comprobando si es suficiente
now-writing = redactando a partir de { $count ->
    [one] 1 fuente
   *[other] { $count } fuentes
}
now-verifying = contrastando cada frase con su fuente
now-waiting-answer = esperando una respuesta: { $question }
now-waiting-approval = esperando aprobación: { $question }
now-finishing = terminando
now-done = terminada
now-failed = fallida
now-cancelled = cancelada
field-round = Ronda
field-pages = Páginas
field-time = Tiempo
field-spent = Gasto
of-at-most = { $now } de { $most } como máximo
pages-read-of = { $read } de { $chosen } leídas
pages-read-failed = { $read } de { $chosen } leídas, { $failed ->
    [one] { $failed } ilegible
   *[other] { $failed } ilegibles
}
pages-read = { $count ->
    [one] 1 página leída.
   *[other] { $count } páginas leídas.
}
it-took = Duración: { $time }.
waits-for-turn = Esperando su turno.
waits-next = Siguiente en la cola.
waits-number = Número { $place } en la cola.
waits-next-until = Siguiente en la cola; la respuesta debería llegar en { $time }.
waits-number-until = Número { $place } en la cola; la respuesta debería llegar en { $time }.
about-a-minute = alrededor de un minuto
about-minutes = { $count ->
    [one] alrededor de 1 minuto
   *[other] unos { $count } minutos
}
about-hours = { $count ->
    [one] alrededor de 1 hora
   *[other] unas { $count } horas
}
waits-for-you = Espera tu respuesta más abajo.
it-failed = Ha fallado; consulta más abajo.
it-was-cancelled = Cancelada.
resumed = Reanudada tras un reinicio; lo que ya estaba hecho no se repite.
you-asked-for = Pediste: { $wishes }
late-wishes = { $count ->
    [one] 1 petición llegó tarde para esta investigación y se guarda para la siguiente pregunta.
   *[other] { $count } peticiones llegaron tarde para esta investigación y se guardan para la siguiente pregunta.
}
answered-budget = Respondida; se agotó el presupuesto de esta investigación.
answered-time = Respondida; se agotó el tiempo de esta investigación.
answered-stopped = Respondida antes de tiempo con lo leído, como pediste.
answered-nothing = No se encontró nada; consulta más abajo.
answered-below = Respuesta más abajo.
budget-near = Un presupuesto mensual está casi agotado ({ $whose }): { $spent } de { $limit }. Se renueva el { $day } (UTC).
budget-refused = Un presupuesto mensual se ha agotado ({ $whose }): se han gastado { $spent } de { $limit } y no alcanza para la siguiente llamada de pago. Hasta el { $day } (UTC), gorkd prescinde de búsquedas y modelos de pago. Un administrador puede subir el límite.
budget-full = Para administradores: un presupuesto mensual se ha agotado ({ $whose }), { $spent } de { $limit }. Hasta el { $day } (UTC), gorkd prescinde ahí de búsquedas y modelos de pago. Para cambiarlo, hay que subir el límite.
budget-yours = el tuyo
budget-of-asker = quien preguntó
budget-of-key = esta clave
budget-of-place = esta conversación
budget-of-channel = este canal
budget-of-workspace = este espacio de trabajo
budget-of-everybody = todos en conjunto
button-stop = Detener y responder
button-steer = Orientar
button-cancel = Cancelar

## Preguntas de vuelta y aprobaciones

question-title = Una pregunta antes de empezar
question-rest = Si no hay respuesta antes de las { $until }, decidiré según mi criterio. Solo puede responder quien preguntó.
question-guessed = No hubo respuesta a tiempo, así que decidí según mi criterio.
question-answer = Respuesta: { $answer }
all-of-these = todas
just-go = empezar ya
button-all-of-these = Todas
button-own-words = Con mis palabras…
button-just-go = Empezar ya
plan-title = El plan
plan-parts = Lo que voy a averiguar
plan-searches = Primeras búsquedas
plan-ask = ¿Empiezo con este plan? Requiere { $takes }.
plan-form = Forma: { $form }
form-brief = resumen
form-report = informe
form-table = tabla
form-comparison = comparación
refined-question = Entendida como: { $question }
plan-rest = Si nadie decide antes de las { $until }, empezaré, salvo que sea demasiado caro hacerlo sin aprobación. Solo pueden decidir quien preguntó o un administrador.
harvest-title = Antes de seguir leyendo
harvest-ask = ¿Sigo? Esta ronda requiere { $takes }. Si no lo apruebas, responderé con lo que hay.
harvest-rest = Si nadie decide antes de las { $until }, responderé con lo que hay. Solo pueden decidir quien preguntó o un administrador.
publish-title = La respuesta está lista
publish-ask = La respuesta está redactada y comprobada. ¿La publico?
publish-rest = Si nadie decide antes de las { $until }, no se publicará. Solo pueden decidir quien preguntó o un administrador.
publish-held = Se apoya en { $count ->
    [one] 1 fuente
   *[other] { $count } fuentes
}. Confianza: { $level }.
takes = { $searches ->
    [one] 1 búsqueda
   *[other] { $searches } búsquedas
}, hasta { $pages ->
    [one] 1 página
   *[other] { $pages } páginas
}, hasta { $time }, { $price }
takes-seconds = { $count ->
    [one] 1 segundo
   *[other] { $count } segundos
}
takes-minutes = { $count ->
    [one] 1 minuto
   *[other] { $count } minutos
}
takes-free = gratis
takes-price = { $price } como máximo
button-start = Empezar
button-edit-plan = Cambiar el plan…
button-cheaper = Más barato
button-deeper-plan = Más a fondo
button-do-not-start = No empezar
button-read-on = Seguir leyendo
button-answer-now = Responder ahora
button-always = Permitir siempre aquí
button-publish = Publicar
button-show-me = Mostrármela
button-withhold = No publicar
decided-plan = El plan
decided-harvest = Seguir leyendo
decided-publish = Publicar la respuesta
decided-approved = { $what }: aprobado.
decided-declined = { $what }: rechazado.
decided-by-default = { $what }: nadie decidió a tiempo; se aplicó la opción predeterminada.
decided-changed = { $what }: cambiado.
decided-needless = { $what }: ya no hace falta.

## La respuesta

quoted-from = Citado de
no-answer-found = No encontré ninguna respuesta.
try-words-again = Prueba con otras palabras o pulsa «Reintentar»: algunos proveedores de búsqueda no respondieron.
try-words-deeper = Prueba con otras palabras o pulsa «Profundizar» para buscar más.
try-words = Prueba con otras palabras.
more-of-them = { $count } más
not-enough-evidence = No hay pruebas suficientes
confidence = Confianza: { $level }
confidence-stop = Confianza: { $level }.
confidence-high = alta
confidence-medium = media
confidence-low = baja
confidence-insufficient = pruebas insuficientes
sources-disagree = las fuentes discrepan
known-already = Ya se sabía: se investigó el { $when }
link-full-analysis = Ver el análisis completo
link-open-web = Abrir en la web
nothing-changed = Nada ha cambiado desde el { $day }.
changed-since = Cambios desde el { $day }
change-changed = Cambio: «{ $before }» ahora es «{ $after }»
change-new = Nuevo: { $after }
change-gone = Ya no se encuentra: { $before }
where-sources-disagree = En qué discrepan las fuentes
preferred = Prevalece: { $value }. { $why }
heading-sources = Fuentes
more-sources-below = y { $count } más: pulsa «Fuentes».
keep-in-mind = Ten en cuenta: { $what }
pages-unread = { $unread ->
    [one] No se pudo leer { $unread } de { $all } páginas: { $reasons }.
   *[other] No se pudieron leer { $unread } de { $all } páginas: { $reasons }.
}
checked-against = Contrastada con { $count ->
    [one] 1 fuente
   *[other] { $count } fuentes
}, { $when }
by-model = Generada por IA
by-rules = Compuesta a partir de citas según reglas
button-share = Compartir en el canal
button-try-again = Reintentar
button-sources = Fuentes
button-full-answer = Respuesta completa
button-why = Por qué confiar en esta respuesta
button-go-deeper = Profundizar
button-go-deeper-for = Profundizar (hasta { $price })
button-check-again = Volver a comprobar
button-watch-daily = Seguir los cambios: cada día
button-watch-weekly = Seguir los cambios: cada semana
button-watch-monthly = Seguir los cambios: cada mes
button-revoke-links = Revocar los enlaces a esta respuesta
button-download = Descargar como { $format }
button-from-plan = Reintentar desde el plan
button-from-round = Reintentar desde la ronda { $round }
button-more = Más
no-answer = No hay respuesta.
was-withheld = La respuesta se comprobó, pero nadie aprobó publicarla.

## Por qué no se pudieron leer páginas

unread-crashed = fallo durante la lectura
unread-dropped = ya no hace falta
unread-timed-out = demasiado lenta
unread-unreachable = inaccesible
unread-rate-limited = demasiadas solicitudes
unread-unauthorized = falta la clave o es incorrecta
unread-quota = cuota agotada
unread-denied = inicio de sesión, aviso de cookies o robots.txt
unread-captcha = captcha
unread-paywall = muro de pago
unread-not-found = no encontrada
unread-blocked = dirección bloqueada
unread-too-large = demasiado grande
unread-type = tipo de archivo no admitido
unread-encrypted = cifrada
unread-empty = sin texto
unread-too-complex = demasiado compleja
unread-malformed = dañada
unread-resource-limit = límite de recursos alcanzado
unread-server-error = error del servidor
unread-invalid-reply = respuesta incomprensible
unread-filtered = rechazada por el servidor del modelo
unread-context = demasiado larga para el modelo
unread-budget = presupuesto agotado
unread-not-allowed = no permitido por el ajuste de privacidad
unread-not-configured = sin configurar
unread-internal = error de gorkd

## Fuentes, razones, archivos

nothing-was-read = No se leyó nada
sources-range = Fuentes { $first } a { $last } de { $count }
pages-not-read = Sin leer: { $count ->
    [one] 1 página
   *[other] { $count } páginas
}
button-pin = Fijar
button-leave-out = Excluir
button-more-sources = Más fuentes
button-rewrite = Reescribir la respuesta
pick-hint = Fija o excluye fuentes y reescribe la respuesta sin buscar de nuevo.
why-title = Por qué confiar en esta respuesta
why-how = Cada frase se contrastó con su fuente: sus palabras deben figurar en ella, y las cifras, fechas, nombres y negaciones deben coincidir.
why-scores = Pasaje: relevancia { $relevance }, fuente { $quality }, actualidad { $recency }, exhaustividad { $completeness }, confirmación { $corroboration }, contradicción { $contradiction }.
why-more = { $count ->
    [one] Hay 1 frase más en el archivo exportado.
   *[other] Hay { $count } frases más en el archivo exportado.
}
support-supported = respaldada
support-partly = respaldada en parte
support-unsupported = sin respaldo
support-contradicted = desmentida
export-done = La respuesta en { $format }.
export-failed = No se pudo crear el archivo. Prueba con otro formato.

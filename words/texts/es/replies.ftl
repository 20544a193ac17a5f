### Lo que gorkd dice aparte de sus investigaciones.

## Ayuda y saludos

help-title = Cómo preguntar a gorkd
help-ask = { $mention } tu pregunta, o { $command } tu pregunta. Los enlaces que contenga se leen primero.
help-deep = { $command } tu pregunta profundo: más rondas y páginas. rápido: menos.
help-plan = { $command } tu pregunta plan: te pregunto y te muestro el plan antes de empezar.
help-private = { $command } tu pregunta privado: solo tú ves la respuesta, hasta que la compartas.
help-hears-all = Sigue en el hilo: una pregunta ahí continúa la anterior, sin necesidad de mencionarme.
help-hears-mentions = Sigue en el hilo con { $mention } delante: solo veo los mensajes que me mencionan.
help-steer = Mientras trabajo, una petición («solo 2025», «sin blogs de fabricantes») orienta la investigación; una pregunta espera su turno.
help-lists = { $command } threads: tus preguntas. { $command } memory: lo que recuerdo de ti. { $command } watches: las respuestas que vuelvo a comprobar.
help-small = Cada frase de una respuesta está respaldada por una cita comprobada. Las preguntas y las páginas solo van adonde lo permite quien administra gorkd.
greeting = ¡Hola! Investigo preguntas: busco, leo las páginas, contrasto cada frase con su fuente y respondo aquí. Pregunta con { $mention } o { $command }; { $command } ayuda explica más.
what-it-does = gorkd responde preguntas a partir de lo que encuentra y lee, con una fuente para cada frase. Hazle una pregunta, por ejemplo: ¿cómo funciona el modo WAL de SQLite?
sorry = Algo falló en gorkd; no fue culpa tuya. Si no recibes respuesta, inténtalo de nuevo.
again = gorkd se interrumpió mientras te mostraba algo aquí, así que quizá no lo viste.
button-show-again = Mostrar otra vez
goes-on-directly = Esto continúa en nuestros mensajes directos.

## Lo que se guarda

memory-title = Memoria
memory-of-you = Lo que recuerdo de ti
memory-of-place = Ajustes de este lugar
memory-nothing = Nada.
memory-how = { $command } memory set NOMBRE VALOR, { $command } memory forget NOMBRE, { $command } memory forget all. Nombres: { $names }.
memory-usage = memory, memory set NOMBRE VALOR o memory forget NOMBRE. Nombres: { $names }.
memory-forgotten = Olvidado: { $count }.
threads-title = Tus preguntas
threads-none = Todavía no has preguntado nada.
watches-title = Lo que sigues
watches-none = Aún no sigues ninguna respuesta. Pulsa «Seguir los cambios» bajo una respuesta para saber cuándo cambia.
watch-line = { $question }: cada { $every }, próxima vez el { $next }.
button-unwatch = Dejar de seguir: { $question }
watching = Volveré a comprobar la respuesta y te avisaré aquí si cambia.
unwatched = Ya no sigues esta pregunta.
watch-gone = Ese seguimiento ya se eliminó.
feedback-month = Último mes: 👍 { $good }, 👎 { $bad }.
feedback-thanks = Gracias. Quien administra gorkd aquí puede leerlo.
link-code = Tu código: { $code }. Introdúcelo en la página web de gorkd en { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
} como máximo. Solo sirve una vez. Después podrás continuar allí lo que preguntes aquí.
link-done = Vinculado. Ya puedes continuar en la web lo que preguntes en este chat.
link-unknown = Este código no es válido: ya se usó, ha caducado o nunca existió. Los códigos valen durante { $minutes ->
    [one] un minuto
   *[other] { $minutes } minutos
}. Pide uno nuevo.
link-same-side = Introduce en un chat los códigos de la web y, en la web, los de un chat. Pide un código en el otro lado.
link-too-many = Has introducido demasiados códigos. Espera unos minutos e inténtalo de nuevo.
link-in-private = Los códigos son solo para ti. Pide uno con { $command } link o en un mensaje directo.
settings-title = Ajustes
settings-memory = muestra y cambia lo que recuerdo de ti: idioma, perfil, sitios.
settings-watches = muestra las respuestas que vuelvo a comprobar.

## Mientras hay una investigación en curso

button-ask-instead = Enviar como pregunta
queued-next = Esto es lo siguiente, en cuanto termine la investigación en curso.
queued-number = Esto espera su turno: número { $place } en este hilo.
button-steer-instead = Usar para orientar la investigación en curso
edited = Cambiaste tu pregunta. La investigación sigue con la primera versión.
edited-privately = Cambiaste tu pregunta. Para obtener una respuesta a la nueva, hazla otra vez.
button-ask-changed = Enviar la pregunta cambiada
stop-noted = La investigación termina aquí; la respuesta se redacta con lo leído.
steer-noted = Anotado: se tendrá en cuenta en la próxima decisión.
steer-late = La redacción ya ha empezado; esto se guarda para la siguiente pregunta.
cancelled = Cancelada.
cancel-left = No recibirás esta respuesta. La investigación sigue para los demás que preguntaron.
cancel-others = Otros esperan la misma respuesta, así que la investigación sigue para ellos.
worked-on-already = Ya estoy en ello.

## Lo que hicieron los botones

picked-pinned = Fijadas: { $titles }.
picked-left-out = Excluidas: { $titles }.
picked-nothing = No hay nada fijado ni excluido.
pick-first = Primero fija o excluye una fuente: pulsa «Fuentes».
deepest-already = Ese ya era el perfil más profundo.
not-there-any-more = Eso ya no está disponible. Escríbelo, por favor.
links-revoked = Se han revocado todos los enlaces a esta respuesta.
shared = Compartida.
share-nowhere = Aquí no hay ningún lugar donde compartirla.
no-answer-yet = Aún no hay respuesta.
already-decided = Eso ya se ha decidido.
always-done = Hecho. No volveré a preguntarlo aquí. Para activarlo de nuevo: { $undo }.
file-what-says = ¿Qué dice { $name }?
file-unnamed = el archivo
summary-ask = ¿Qué dicen los mensajes de arriba?
messages-above = Mensajes de arriba

## Formularios

form-answer = Tu respuesta
form-answer-label = Con tus palabras
form-answer-hint = Para qué quieres saberlo, de qué época…
form-plan = Cambiar el plan
form-plan-label = Una búsqueda por línea
form-bad = ¿Qué estaba mal?
form-bad-label = Detalles
form-bad-placeholder = Fuente equivocada, no es lo que pregunté, demasiado larga…
form-bad-hint = Puede leerlo quien administra gorkd aquí.
form-steer = Orientar
form-steer-label = ¿Qué debe tener en cuenta?
form-steer-hint = solo 2025; sin blogs de fabricantes; mirar también la licencia
form-send = Enviar
form-back = Volver
form-late = El formulario tardó demasiado en abrirse. Inténtalo de nuevo, por favor.
form-refused = Slack no me deja abrir un formulario aquí ({ $why }).
form-failed = No se pudo abrir el formulario.
good-answer = Buena respuesta
bad-answer = Mala respuesta

# In place of what somebody typed who was erased.
words-erased = (borrado)

## Negativas

try-again-in = Inténtalo de nuevo en { $time }.
not-theirs = Solo pueden hacerlo quien preguntó y los administradores. Haz tú la pregunta para tener tu propia investigación.
not-owner = Solo puede hacerlo la persona a la que pertenece.
not-asker = Solo puede responder quien preguntó o un administrador. Podrás hacer tu propia pregunta cuando termine esta investigación.
not-admin-place = Solo los administradores pueden cambiar los ajustes de este lugar.
not-admin-feedback = Solo los administradores pueden leer las opiniones sobre las respuestas.
not-admin-approvals = Solo los administradores pueden desactivar aquí las aprobaciones.
not-admin-deep = Aquí solo los administradores pueden investigar a fondo. Pregunta sin «profundo» o pídeselo a uno de ellos.
profiles-only = Aquí solo se permiten estos perfiles: { $names }.
place-channel = este canal
place-workspace = este espacio de trabajo
place-server = este servidor
runs-an-hour = En { $place } { $runs ->
    [one] se permite 1 investigación por hora
   *[other] se permiten { $runs } investigaciones por hora
}. Inténtalo de nuevo en { $minutes ->
    [one] 1 minuto
   *[other] { $minutes } minutos
}.
rate-limited-seconds = Has iniciado { $runs ->
    [one] 1 investigación
   *[other] { $runs } investigaciones
} en los últimos { $minutes } minutos, que es el límite. La próxima puede empezar en { $wait ->
    [one] 1 segundo
   *[other] { $wait } segundos
}.
rate-limited-minutes = Has iniciado { $runs ->
    [one] 1 investigación
   *[other] { $runs } investigaciones
} en los últimos { $minutes } minutos, que es el límite. La próxima puede empezar en { $wait ->
    [one] 1 minuto
   *[other] { $wait } minutos
}.
store-silent = gorkd no puede guardar nada ahora mismo. Inténtalo de nuevo, por favor.
store-full = El disco en el que escribe gorkd está lleno. Quien administra gorkd tiene que liberar espacio; todo lo ya guardado está a salvo.
cannot-take = gorkd no puede aceptar preguntas ahora mismo. Inténtalo de nuevo, por favor.
line-full = Ahora mismo hay demasiadas preguntas en espera, así que esta no se ha aceptado.
address-space-short = El espacio de direcciones de gorkd está limitado a { $limit } MB (ulimit -v), y gorkd necesita al menos { $needed } MB. Sube el límite, por ejemplo con `ulimit -v unlimited`, y limita la memoria con un grupo de control: MemoryMax en systemd, --memory en Docker.
summary-needs-model = No puedo hacer resúmenes aquí, porque ningún modelo de lenguaje puede leer lo que se escribió. Pregunta por algo que se haya dicho y lo citaré.
not-told-here = Esta investigación no se muestra aquí.
run-over = Esta investigación ya terminó.
run-over-follow-up = Esta investigación ya terminó. Plantéalo mejor como una nueva pregunta.
run-still-going = Esta investigación sigue en curso; aún no hay nada que reintentar.
nothing-failed = En esta investigación no falló nada, así que no hay nada que reintentar. Haz una pregunta de seguimiento.
question-settled = Esa pregunta ya tiene respuesta o se le acabó el plazo.
no-deeper-profile = No hay un perfil más profundo que { $profile }.
no-cheaper-profile = No hay un perfil más barato que { $profile }.
plan-size = Un plan tiene de 1 a 20 búsquedas de 500 caracteres como máximo.
approve-or-decline = Esto solo se puede aprobar o rechazar.
no-options-here = Aquí no hay opciones: apruébalo o recházalo.
options-are = Hay { $count } opciones.
choose-one = Elige una de las opciones.
only-an-answer = Responde a la pregunta, por favor.
say-what-changes = Explica en un máximo de 500 caracteres qué debe cambiar.
budget-used-up = Se agotó el presupuesto de este periodo.
nothing-to-check = Aún no hay una respuesta que volver a comprobar.
nothing-to-watch = Aún no hay una respuesta que seguir.
watch-limits = Las respuestas seguidas se comprueban como mucho cada { $minutes } minutos y al menos una vez al año.
watches-most = Ya sigues { $count } respuestas. Deja de seguir alguna primero.
nothing-to-share = Aún no hay una respuesta que compartir.
sharing-off = Compartir está desactivado aquí.
sharing-local = Esta investigación debe quedarse en este equipo, así que no se puede compartir.
question-empty = La pregunta está vacía. Pregunta con una frase o unas pocas palabras.
question-long = La pregunta tiene { $length } caracteres; se aceptan { $most } como máximo. Acórtala o pon el material largo en un archivo.
question-no-letters = La pregunta no tiene letras. Pregunta con una frase o unas pocas palabras.
question-attack = Esto parece una instrucción para atacar algo o revelar datos privados, no una pregunta. Pregunta por el tema en sí y lo investigaré.
question-no-words = Aquí no se distingue ninguna palabra. Pregunta con una frase o unas pocas palabras.
question-moderated = Esto no se responde aquí: es un tema que han excluido quienes administran gorkd. Pregunta otra cosa o consúltalo con ellos.
moderation-down = Ahora mismo no se pueden revisar las preguntas, así que no se acepta ninguna. Inténtalo de nuevo en unos minutos.

## Lo que una plataforma no le deja hacer a gorkd

members-only = Solo respondo a miembros de este espacio de trabajo. Pregunta a uno de ellos o pide a quien administra gorkd aquí que admita invitados.
answers-directly = Responderé en nuestros mensajes directos.
cannot-write-directly = No puedo enviarte mensajes directos, así que no he aceptado tu pregunta. Permite que te escriba o pregunta otra vez sin «privado».
asks = { $name } pregunta
you-asked = Preguntaste
you-asked-in = Preguntaste en #{ $channel }
slack-not-in-channel = No estoy en este canal. Invítame (/invite @gorkd) y pregunta otra vez, o pregúntame por mensaje directo.
slack-archived = Este canal está archivado. Pregúntame en otro sitio, por favor.
slack-may-not-write = Slack no me deja escribir aquí ({ $why }), así que no he aceptado tu pregunta.
slack-busy = Slack no acepta mis mensajes ahora mismo. Pregunta otra vez en unos minutos, por favor.
slack-file-is-there = { $name } está en nuestros mensajes directos.
slack-file-failed = No se pudo enviar el archivo: { $why }.
slack-file-permission = Me falta un permiso en este espacio de trabajo ({ $what })
slack-file-busy = Slack no lo aceptó; expórtalo de nuevo más tarde
slack-prompts = ¿Qué quieres saber?
slack-reads = está leyendo tu pregunta…
slack-about-channel = Sobre #{ $channel }
slack-about-channel-ask = ¿Qué sabemos de { $words }?
prompt-known = Qué se sabe de…
prompt-known-ask = ¿Qué se sabe de las bombas de calor en casas antiguas?
prompt-compare = Comparar dos cosas
prompt-compare-ask = ¿SQLite o Postgres para el servicio de un equipo pequeño: cuál y por qué?
prompt-claim = Comprobar una afirmación
prompt-claim-ask = ¿Es verdad que la Gran Muralla China se ve desde el espacio?
discord-unknown = gorkd no conoce ese tipo de comando.
discord-old-button = Este botón ya no funciona.
discord-late = Tardó demasiado. Inténtalo de nuevo, por favor.
discord-unknown-command = gorkd ya no tiene este comando.
discord-lacks-here = No puedo responder aquí. Pide a un administrador del servidor que me conceda { $lacking }.
discord-lacks-where-asked = No puedo responder donde preguntaste. Pide a un administrador del servidor que me conceda { $lacking }.
discord-lacks-there = No puedo responder allí. Pide a un administrador del servidor que me conceda { $lacking }.
discord-cannot-answer = No puedo responder aquí ({ $why }). Pide a un administrador del servidor que me conceda «View Channel».
discord-in-thread = Lo estoy investigando en el hilo de ese mensaje.
discord-asked-by = pregunta de
discord-answered-in = respondida en
discord-closed = No pude enviarte un mensaje directo. Permite los mensajes directos de este servidor o usa /research con private, para que solo tú veas la respuesta.
discord-cannot-see = No puedo ver este canal. Pide a un administrador del servidor que me conceda «View Channel».
discord-answers-here = Las preguntas se responden donde se hacen.
discord-answers-there = Las preguntas que se hacen aquí con el comando se responden en #{ $channel }.
discord-answers-where = { $name } tiene que ser { $shape }, y tengo que poder verlo.
discord-answers-open = Las preguntas de un canal privado no se pueden responder en uno público.
discord-thread = Investigación
direct-not-allowed = No puedo escribir donde preguntaste, así que te escribo aquí. Invítame allí para recibir respuestas en el canal.
direct-forbidden = No puedo escribir donde preguntaste, así que te escribo aquí. Pide a un administrador que me conceda { $what }.
direct-gone = El lugar donde preguntaste está archivado o ya no existe, así que te escribo aquí.
direct-expired = Tardó demasiado para mostrártelo allí solo a ti, así que te escribo aquí.
direct-invalid = El mensaje no se pudo publicar donde preguntaste, así que te lo envío aquí.

## Files that come with a question

file-too-large = No se pudo leer { $name }: ocupa más de { $most } MB.
file-too-many = { $name } quedó fuera: leo como máximo { $most } archivos por mensaje.
file-elsewhere = No se pudo leer { $name }: está guardado en otro sitio. Súbelo aquí.
file-unavailable = No se pudo leer { $name }: falló la descarga. Envíalo otra vez, por favor.
file-forbidden = No se pudo leer { $name }. Pide a un administrador que me conceda { $what }.

## Discord's commands

menu-research = Investigar esto
command-research = Investiga una pregunta; cada frase está respaldada por una cita comprobada
command-history = Tus preguntas
command-help = Cómo preguntar
command-settings = Ajustes de este canal
option-question = ¿Qué quieres saber? Los enlaces que contenga se leen primero.
option-profile = Cuánto profundizar
option-planning = ¿Preguntar antes y mostrar el plan?
option-private = Solo tú ves la respuesta, hasta que la compartas
option-attachment = Un documento que leer primero
option-setting = Qué ajuste cambiar; déjalo vacío para verlos todos
option-value = El nuevo valor; déjalo vacío para usar el predeterminado
planning-auto = responder sin más
planning-interactive = muéstrame el plan
setting-answers-in = un canal o foro de este servidor, como #canal o por su ID

## Installing in Slack

install-no-random = Este equipo no puede generar números aleatorios. Inténtalo de nuevo.
install-cancelled = gorkd no se instaló. Puedes cerrar esta página.
install-incomplete = A esta dirección le falta algo. Empieza de nuevo, por favor.
install-other-browser = Esta instalación se inició en otro navegador. Empieza de nuevo, por favor.
install-unconfirmed = Slack no confirmó la instalación. Empieza de nuevo, por favor.
install-done = gorkd está instalado. Invítalo a un canal, menciónalo y pregunta.
install-not-stored = No se pudo guardar la instalación. Inténtalo más tarde.

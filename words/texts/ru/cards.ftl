### Что говорят карточки в чатах. Обращение на «вы».

## Время, суммы, количества

duration-seconds = { $seconds } с
duration-minutes = { $minutes } мин
duration-minutes-seconds = { $minutes } мин { $seconds } с
duration-hours = { $hours } ч
duration-hours-minutes = { $hours } ч { $minutes } мин
money = { $amount } $
money-nothing = ничего
money-less = менее { $amount } $
count-sources = { $count ->
    [one] { $count } источник
    [few] { $count } источника
    [many] { $count } источников
   *[other] { $count } источника
}
and-more = { $shown } и ещё { $count }

## Ход исследования

step-plan = План
step-search = Поиск
step-read = Чтение
step-check = Проверка
step-write = Ответ
now-queued = ждёт очереди
now-clarifying = проверяю, ясен ли вопрос
now-planning = составляю план
now-searching = ищу
now-searching-for = ищу: { $queries }
now-choosing = выбираю, что читать
now-reading = читаю { $count ->
    [one] { $count } страницу
    [few] { $count } страницы
    [many] { $count } страниц
   *[other] { $count } страницы
}: { $hosts }
now-checking = проверяю, достаточно ли этого
now-writing = пишу ответ по { $count ->
    [one] { $count } источнику
    [few] { $count } источникам
    [many] { $count } источникам
   *[other] { $count } источника
}
now-verifying = сверяю каждую фразу с источником
now-waiting-answer = жду ответа: { $question }
now-waiting-approval = жду согласия: { $question }
now-finishing = завершаю
now-done = готово
now-failed = не удалось
now-cancelled = отменено
field-round = Круг
field-pages = Страницы
field-time = Время
field-spent = Потрачено
of-at-most = { $now } из { $most } самое большее
pages-read-of = прочитано { $read } из { $chosen }
pages-read-failed = прочитано { $read } из { $chosen }, не удалось прочитать: { $failed }
pages-read = { $count ->
    [one] Прочитана { $count } страница.
    [few] Прочитано { $count } страницы.
    [many] Прочитано { $count } страниц.
   *[other] Прочитано { $count } страницы.
}
it-took = Заняло { $time }.
waits-for-turn = Ждёт очереди.
waits-next = Следующий в очереди.
waits-number = Номер { $place } в очереди.
waits-next-until = Следующий в очереди; ответ ожидается через { $time }.
waits-number-until = Номер { $place } в очереди; ответ ожидается через { $time }.
about-a-minute = минуту примерно
about-minutes = { $count ->
    [one] { $count } минуту
    [few] { $count } минуты
    [many] { $count } минут
   *[other] { $count } минуты
} примерно
about-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
    [many] { $count } часов
   *[other] { $count } часа
} примерно
waits-for-you = Ждёт вашего ответа ниже.
it-failed = Не удалось; подробности ниже.
it-was-cancelled = Отменено.
resumed = Продолжено после перезапуска; сделанное не повторяется.
you-asked-for = Ваши пожелания: { $wishes }
late-wishes = { $count ->
    [one] { $count } пожелание опоздало к этому исследованию и ждёт следующего вопроса.
    [few] { $count } пожелания опоздали к этому исследованию и ждут следующего вопроса.
    [many] { $count } пожеланий опоздали к этому исследованию и ждут следующего вопроса.
   *[other] { $count } пожелания опоздали к этому исследованию и ждут следующего вопроса.
}
answered-budget = Ответ дан; бюджет этого исследования исчерпан.
answered-time = Ответ дан; время этого исследования вышло.
answered-stopped = Ответ дан по тому, что было, как вы просили.
answered-nothing = Ничего не найдено; подробности ниже.
answered-below = Ответ ниже.
budget-near = Месячный бюджет почти исчерпан ({ $whose }): { $spent } из { $limit }. Он обновится { $day } (UTC).
budget-refused = Месячного бюджета не хватает на новые платные вызовы ({ $whose }): потрачено { $spent } из { $limit }. До { $day } (UTC) gorkd обходится без платных поисков и моделей. Администратор может повысить лимит.
budget-full = Для администраторов: месячный бюджет исчерпан ({ $whose }), { $spent } из { $limit }. До { $day } (UTC) gorkd обходится там без платных поисков и моделей. Чтобы это изменить, повысьте лимит.
budget-yours = ваш
budget-of-asker = автор вопроса
budget-of-key = этот ключ
budget-of-place = этот разговор
budget-of-channel = этот канал
budget-of-workspace = это рабочее пространство
budget-of-everybody = все вместе
button-stop = Остановить и ответить
button-steer = Направить
button-cancel = Отменить

## Встречные вопросы и согласие

question-title = Вопрос, прежде чем начать
question-rest = Если до { $until } не ответить, решу по своему усмотрению. Ответить может только тот, кто задал вопрос.
question-guessed = Ответа вовремя не было, и я решил по своему усмотрению.
question-answer = Ответ: { $answer }
all-of-these = всё это
just-go = просто начинайте
button-all-of-these = Всё это
button-own-words = Своими словами…
button-just-go = Просто начинайте
plan-title = План
plan-parts = Что я выясню
plan-searches = Первые запросы
plan-ask = Начать с этим планом? Потребуется: { $takes }.
plan-form = Форма: { $form }
form-brief = сводка
form-report = отчёт
form-table = таблица
form-comparison = сравнение
refined-question = Понято как: { $question }
plan-rest = Если до { $until } никто не решит, я начну, если это не слишком дорого. Решить может только тот, кто задал вопрос, или администратор.
harvest-title = Прежде чем читать дальше
harvest-ask = Продолжить? На этот круг потребуется: { $takes }. Если нет, ответ будет по тому, что есть.
harvest-rest = Если до { $until } никто не решит, отвечу по тому, что есть. Решить может только тот, кто задал вопрос, или администратор.
publish-title = Ответ готов
publish-ask = Ответ написан и проверен. Опубликовать?
publish-rest = Если до { $until } никто не решит, он не будет опубликован. Решить может только тот, кто задал вопрос, или администратор.
publish-held = Опирается на { $count ->
    [one] { $count } источник
    [few] { $count } источника
    [many] { $count } источников
   *[other] { $count } источника
}. Надёжность: { $level }.
takes = { $searches ->
    [one] { $searches } запрос
    [few] { $searches } запроса
    [many] { $searches } запросов
   *[other] { $searches } запроса
}, до { $pages ->
    [one] { $pages } страницы
    [few] { $pages } страниц
    [many] { $pages } страниц
   *[other] { $pages } страницы
}, до { $time }, { $price }
takes-seconds = { $count ->
    [one] { $count } секунды
    [few] { $count } секунд
    [many] { $count } секунд
   *[other] { $count } секунды
}
takes-minutes = { $count ->
    [one] { $count } минуты
    [few] { $count } минут
    [many] { $count } минут
   *[other] { $count } минуты
}
takes-free = бесплатно
takes-price = не дороже { $price }
button-start = Начать
button-edit-plan = Изменить план…
button-cheaper = Дешевле
button-deeper-plan = Подробнее
button-do-not-start = Не начинать
button-read-on = Читать дальше
button-answer-now = Ответить по тому, что есть
button-always = Всегда разрешать здесь
button-publish = Опубликовать
button-show-me = Показать мне
button-withhold = Не публиковать
decided-plan = План
decided-harvest = Дальнейшее чтение
decided-publish = Публикация ответа
decided-approved = { $what }: согласие дано.
decided-declined = { $what }: отказ.
decided-by-default = { $what }: вовремя никто не решил, действует выбор по умолчанию.
decided-changed = { $what }: внесены изменения.
decided-needless = { $what }: больше не требуется.

## Ответ

quoted-from = Цитаты из
no-answer-found = Ответа не нашлось.
try-words-again = Спросите другими словами или нажмите «Повторить»: некоторые источники не ответили.
try-words-deeper = Спросите другими словами или нажмите «Искать глубже».
try-words = Спросите другими словами.
more-of-them = ещё { $count }
not-enough-evidence = Недостаточно данных
confidence = Надёжность: { $level }
confidence-stop = Надёжность: { $level }.
confidence-high = высокая
confidence-medium = средняя
confidence-low = низкая
confidence-insufficient = недостаточно данных
sources-disagree = источники расходятся
known-already = Уже известно: исследовано { $when }
link-full-analysis = Весь разбор
link-open-web = Открыть в браузере
nothing-changed = С { $day } ничего не изменилось.
changed-since = Изменения с { $day }
change-changed = Изменилось: «{ $before }» теперь «{ $after }»
change-new = Новое: { $after }
change-gone = Больше не встречается: { $before }
where-sources-disagree = В чём расходятся источники
preferred = Предпочтено: { $value }. { $why }
heading-sources = Источники
more-sources-below = и ещё { $count }: нажмите «Источники».
keep-in-mind = Учтите: { $what }
pages-unread = Не удалось прочитать { $unread } из { $all } страниц: { $reasons }.
checked-against = Проверено по { $count ->
    [one] { $count } источнику
    [few] { $count } источникам
    [many] { $count } источникам
   *[other] { $count } источника
}, { $when }
by-model = Написано ИИ
by-rules = Составлено из цитат по правилам
button-share = Поделиться в канале
button-try-again = Повторить
button-sources = Источники
button-full-answer = Полный ответ
button-why = Почему этому можно верить
button-go-deeper = Искать глубже
button-go-deeper-for = Искать глубже (до { $price })
button-check-again = Проверить снова
button-watch-daily = Следить за изменениями: каждый день
button-watch-weekly = Следить за изменениями: каждую неделю
button-watch-monthly = Следить за изменениями: каждый месяц
button-revoke-links = Отозвать ссылки на этот ответ
button-download = Скачать как { $format }
button-from-plan = Начать заново с плана
button-from-round = Начать заново с круга { $round }
button-more = Ещё
no-answer = Ответа нет.
was-withheld = Ответ проверен, но никто не согласился его опубликовать.

## Почему страницы не удалось прочитать

unread-crashed = сбой при чтении
unread-dropped = больше не нужна
unread-timed-out = слишком медленно
unread-unreachable = недоступна
unread-rate-limited = слишком много запросов
unread-unauthorized = ключ не указан или неверен
unread-quota = квота исчерпана
unread-denied = вход, запрос cookie или robots.txt
unread-captcha = капча
unread-paywall = платный доступ
unread-not-found = не найдена
unread-blocked = адрес, который нельзя открывать
unread-too-large = слишком большая
unread-type = тип, который не читается
unread-encrypted = зашифрована
unread-empty = нет текста
unread-too-complex = слишком сложная
unread-malformed = повреждена
unread-resource-limit = слишком много работы
unread-server-error = ошибка сервера
unread-invalid-reply = ответ не распознан
unread-filtered = отклонена сервером модели
unread-context = слишком длинная для модели
unread-budget = бюджет исчерпан
unread-not-allowed = не разрешено при этой приватности
unread-not-configured = не настроено
unread-internal = сбой в gorkd

## Источники, основания, файлы

nothing-was-read = Ничего не прочитано
sources-range = Источники { $first }–{ $last } из { $count }
pages-not-read = Не прочитано: { $count ->
    [one] { $count } страница
    [few] { $count } страницы
    [many] { $count } страниц
   *[other] { $count } страницы
}
button-pin = Закрепить
button-leave-out = Исключить
button-more-sources = Ещё источники
button-rewrite = Переписать ответ
pick-hint = Закрепите или исключите источники и перепишите ответ: новый поиск не нужен.
why-title = Почему этому ответу можно верить
why-how = Каждая фраза сверена со словами источника: они там есть, а числа, даты, имена и отрицания совпадают.
why-scores = Отрывок: уместность { $relevance }, источник { $quality }, новизна { $recency }, полнота { $completeness }, подтверждение { $corroboration }, противоречие { $contradiction }.
why-more = { $count ->
    [one] Ещё { $count } фраза есть в выгрузке.
    [few] Ещё { $count } фразы есть в выгрузке.
    [many] Ещё { $count } фраз есть в выгрузке.
   *[other] Ещё { $count } фразы есть в выгрузке.
}
support-supported = подтверждено
support-partly = подтверждено частично
support-unsupported = не подтверждено
support-contradicted = опровергнуто
export-done = Ответ в формате { $format }.
export-failed = Файл создать не удалось. Попробуйте другой формат.

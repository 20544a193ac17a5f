### Что говорят карточки в чатах. Обращение на «вы».

## Время, суммы, количества

duration-seconds = { $seconds } с
duration-minutes = { $minutes } мин
duration-minutes-seconds = { $minutes } мин { $seconds } с
duration-hours = { $hours } ч
duration-hours-minutes = { $hours } ч { $minutes } мин
money = { $amount } $
money-nothing = 0 $
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
now-queued = жду своей очереди
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
   *[other] { $count } источникам
}
now-verifying = сверяю каждую фразу с источником
now-waiting-answer = жду ответа: { $question }
now-waiting-approval = жду согласия: { $question }
now-finishing = заканчиваю
now-done = готово
now-failed = не удалось
now-cancelled = отменено
field-round = Раунд
field-pages = Страницы
field-time = Время
field-spent = Потрачено
of-at-most = { $now } (максимум { $most })
pages-read-of = прочитано { $read } из { $chosen }
pages-read-failed = прочитано { $read } из { $chosen }, не удалось прочитать: { $failed }
pages-read = { $count ->
    [one] Прочитана { $count } страница.
    [few] Прочитано { $count } страницы.
    [many] Прочитано { $count } страниц.
   *[other] Прочитано { $count } страницы.
}
it-took = Заняло { $time }.
waits-for-turn = Ждёт своей очереди.
waits-next = На очереди следующим.
waits-number = Номер { $place } в очереди.
waits-next-until = На очереди следующим; ответ ожидается примерно через { $time }.
waits-number-until = Номер { $place } в очереди; ответ ожидается примерно через { $time }.
about-a-minute = минуту
about-minutes = { $count ->
    [one] { $count } минуту
    [few] { $count } минуты
    [many] { $count } минут
   *[other] { $count } минуты
}
about-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
    [many] { $count } часов
   *[other] { $count } часа
}
waits-for-you = Жду вашего ответа ниже.
it-failed = Исследование не удалось; подробности ниже.
it-was-cancelled = Исследование отменено.
resumed = Продолжаю после перезапуска; сделанное не повторяется.
you-asked-for = Ваши пожелания: { $wishes }
late-wishes = { $count ->
    [one] { $count } пожелание опоздало к этому исследованию и сохранено для следующего вопроса.
    [few] { $count } пожелания опоздали к этому исследованию и сохранены для следующего вопроса.
    [many] { $count } пожеланий опоздали к этому исследованию и сохранены для следующего вопроса.
   *[other] { $count } пожелания опоздали к этому исследованию и сохранены для следующего вопроса.
}
answered-budget = Ответ готов; бюджет исследования исчерпан.
answered-time = Ответ готов; время исследования вышло.
answered-stopped = Ответ дан досрочно по прочитанному, как вы просили.
answered-nothing = Ничего не найдено; подробности ниже.
answered-below = Ответ ниже.
budget-near = Месячный бюджет почти исчерпан ({ $whose }): потрачено { $spent } из { $limit }. Он обновится { $day } (UTC).
budget-refused = Месячный бюджет исчерпан ({ $whose }): потрачено { $spent } из { $limit }, на следующий платный запрос не хватает. До { $day } (UTC) gorkd обходится без платного поиска и платных моделей. Администратор может повысить лимит.
budget-full = Администраторам: месячный бюджет исчерпан ({ $whose }): потрачено { $spent } из { $limit }. До { $day } (UTC) gorkd обходится там без платного поиска и платных моделей. Чтобы это изменить, повысьте лимит.
budget-yours = ваш
budget-of-asker = автор вопроса
budget-of-key = этот ключ
budget-of-place = эта переписка
budget-of-channel = этот канал
budget-of-workspace = это рабочее пространство
budget-of-everybody = все вместе
button-stop = Остановить и ответить
button-steer = Скорректировать
button-cancel = Отменить

## Встречные вопросы и согласие

question-title = Один вопрос, прежде чем начать
question-rest = Если ответа не будет до { $until }, решу сам. Ответить может только автор вопроса.
question-guessed = Ответа вовремя не было, и я решил сам.
question-answer = Ответ: { $answer }
all-of-these = всё перечисленное
just-go = просто начать
button-all-of-these = Всё перечисленное
button-own-words = Своими словами…
button-just-go = Просто начать
plan-title = План
plan-parts = Что я выясню
plan-searches = Первые запросы
plan-ask = Начать по этому плану? Потребуется: { $takes }.
plan-form = Вид ответа: { $form }
form-brief = краткая сводка
form-report = отчёт
form-table = таблица
form-comparison = сравнение
refined-question = Вопрос понят так: { $question }
plan-rest = Если решения не будет до { $until }, начну сам, если это не слишком дорого для начала без согласия. Решить может только автор вопроса или администратор.
harvest-title = Прежде чем читать дальше
harvest-ask = Продолжить? Этот раунд потребует: { $takes }. Если отказаться, отвечу по тому, что есть.
harvest-rest = Если решения не будет до { $until }, отвечу по тому, что есть. Решить может только автор вопроса или администратор.
publish-title = Ответ готов
publish-ask = Ответ написан и проверен. Опубликовать?
publish-rest = Если решения не будет до { $until }, ответ не будет опубликован. Решить может только автор вопроса или администратор.
publish-held = Ответ опирается на { $count ->
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
button-answer-now = Ответить сейчас
button-always = Всегда разрешать здесь
button-publish = Опубликовать
button-show-me = Показать мне
button-withhold = Не публиковать
decided-plan = План
decided-harvest = Чтение дальше
decided-publish = Публикация ответа
decided-approved = { $what }: одобрено.
decided-declined = { $what }: отклонено.
decided-by-default = { $what }: вовремя никто не решил; применён вариант по умолчанию.
decided-changed = { $what }: изменено.
decided-needless = { $what }: больше не нужно.

## Ответ

quoted-from = Цитата из
no-answer-found = Ответа найти не удалось.
try-words-again = Спросите другими словами или нажмите «Повторить»: часть источников не ответила.
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
known-already = Ответ уже есть: исследовано { $when }
link-full-analysis = Полный разбор
link-open-web = Открыть в браузере
nothing-changed = С { $day } ничего не изменилось.
changed-since = Изменения с { $day }
change-changed = Изменилось: было «{ $before }», стало «{ $after }»
change-new = Новое: { $after }
change-gone = Больше не встречается: { $before }
where-sources-disagree = В чём расходятся источники
preferred = Предпочтено: { $value }. { $why }
heading-sources = Источники
more-sources-below = и ещё { $count }: нажмите «Источники».
keep-in-mind = Учтите: { $what }
pages-unread = { $unread ->
    [one] Не удалось прочитать { $unread } страницу из { $all }: { $reasons }.
    [few] Не удалось прочитать { $unread } страницы из { $all }: { $reasons }.
    [many] Не удалось прочитать { $unread } страниц из { $all }: { $reasons }.
   *[other] Не удалось прочитать { $unread } страницы из { $all }: { $reasons }.
}
checked-against = Проверено по { $count ->
    [one] { $count } источнику
    [few] { $count } источникам
    [many] { $count } источникам
   *[other] { $count } источникам
}, { $when }
by-model = Сгенерировано ИИ
by-rules = Составлено из цитат по правилам
button-share = Поделиться в канале
button-try-again = Повторить
button-sources = Источники
button-full-answer = Полный ответ
button-why = Почему ответу можно верить
button-go-deeper = Искать глубже
button-go-deeper-for = Искать глубже (до { $price })
button-check-again = Проверить заново
button-watch-daily = Следить за изменениями: каждый день
button-watch-weekly = Следить за изменениями: каждую неделю
button-watch-monthly = Следить за изменениями: каждый месяц
button-revoke-links = Отозвать ссылки на этот ответ
button-download = Скачать в формате { $format }
button-from-plan = Повторить с плана
button-from-round = Повторить с раунда { $round }
button-more = Ещё
no-answer = Ответа нет.
was-withheld = Ответ проверен, но никто не одобрил его публикацию.

## Почему страницы не удалось прочитать

unread-crashed = сбой при чтении
unread-dropped = больше не нужно
unread-timed-out = слишком долго
unread-unreachable = недоступно
unread-rate-limited = слишком много запросов
unread-unauthorized = нет ключа или он неверен
unread-quota = квота исчерпана
unread-denied = вход, согласие на cookie или robots.txt
unread-captcha = капча
unread-paywall = платный доступ
unread-not-found = не найдено
unread-blocked = запрещённый адрес
unread-too-large = слишком большой объём
unread-type = тип не поддерживается
unread-encrypted = зашифровано
unread-empty = нет текста
unread-too-complex = слишком сложно
unread-malformed = повреждено
unread-resource-limit = превышен лимит ресурсов
unread-server-error = ошибка сервера
unread-invalid-reply = непонятный ответ
unread-filtered = отклонено сервером модели
unread-context = слишком длинно для модели
unread-budget = бюджет исчерпан
unread-not-allowed = запрещено настройкой конфиденциальности
unread-not-configured = не настроено
unread-internal = ошибка в gorkd

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
pick-hint = Закрепите или исключите источники, затем перепишите ответ без нового поиска.
why-title = Почему ответу можно верить
why-how = Каждая фраза сверена с источником: её слова должны в нём быть, а числа, даты, имена и отрицания — совпадать.
why-scores = Отрывок: релевантность { $relevance }, источник { $quality }, актуальность { $recency }, полнота { $completeness }, подтверждение { $corroboration }, противоречие { $contradiction }.
why-more = { $count ->
    [one] Ещё { $count } фраза — в экспортированном файле.
    [few] Ещё { $count } фразы — в экспортированном файле.
    [many] Ещё { $count } фраз — в экспортированном файле.
   *[other] Ещё { $count } фразы — в экспортированном файле.
}
support-supported = подтверждено
support-partly = подтверждено частично
support-unsupported = не подтверждено
support-contradicted = опровергнуто
export-done = Ответ в формате { $format }.
export-failed = Не удалось создать файл. Попробуйте другой формат.

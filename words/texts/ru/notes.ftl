### Что правила gorkd говорят об ответе, на языке вопроса.

## Насколько ответ надёжен

parts-open = Без ответа осталось частей вопроса: { $open } из { $total }.
answers-maybe-part = Возможно, это ответ лишь на часть вопроса.
answers-part = Ответ дан лишь на часть вопроса.
answers-all = Ответ дан на каждую часть вопроса.
draft-contradicted = Прочитанное противоречит утверждению черновика; оно опущено.
passage-misses = Вопрос требует назвать { $kind }, а в отрывке этого нет.
statements-miss = Вопрос требует назвать { $kind }, но ни в одном утверждении этого нет.
kind-time = дату или год
kind-duration = срок
kind-count = число
kind-money = сумму
kind-percent = долю или процент
disagree-mainly = Источники расходятся в главном.
disagree-points = Пунктов, в которых источники расходятся: { $count }.
statements-held = Полностью подтверждено утверждений: { $held } из { $total }.
passage-fits = Отрывок хорошо подходит к вопросу; прочитайте его, чтобы понять, ответ ли это.
passage-doubtful = Отрывок может не отвечать на вопрос; прочитайте его, прежде чем полагаться.
passage-has-words = В отрывке есть слова вопроса; прочитайте его, чтобы понять, ответ ли это.
passage-has-some-words = В отрывке есть некоторые слова вопроса; прочитайте его, чтобы понять, ответ ли это.
statements-checked = Каждое утверждение сверено с отрывком, на который оно ссылается.
one-work-verbatim = Взято из одной работы, где сказано почти так же.
one-work = Взято из одной работы.
many-works = Независимых работ, из которых это взято: { $works }.
sources-official = Источники официальные, с редакцией или принадлежат самому предмету.
sources-open = На сайтах, откуда это взято, может писать кто угодно.

## Ограничения и что проверить дальше

limit-left-out = { $count ->
    [one] { $count } утверждение черновика опущено: его не подтверждает ни один источник.
    [few] { $count } утверждения черновика опущены: их не подтверждает ни один источник.
    [many] { $count } утверждений черновика опущено: их не подтверждает ни один источник.
   *[other] { $count } утверждения черновика опущено: их не подтверждает ни один источник.
}
limit-unread = { $count ->
    [one] Не удалось прочитать { $count } страницу.
    [few] Не удалось прочитать { $count } страницы.
    [many] Не удалось прочитать { $count } страниц.
   *[other] Не удалось прочитать { $count } страницы.
}
limit-large = { $count ->
    [one] { $count } источник так велик, что прочитано лишь его начало.
    [few] { $count } источника так велики, что прочитано лишь их начало.
    [many] { $count } источников так велики, что прочитано лишь их начало.
   *[other] { $count } источника так велики, что прочитано лишь их начало.
}
limit-one-source = Всё опирается на один источник; другие его не подтверждают.
limit-no-table = Источники не позволяют составить таблицу: двух строк из них не получается. Вместо неё дана краткая сводка.
table-item = Предмет
table-says = Что говорят источники
limit-first-part = Прочитано лишь начало: { $what }.
limit-version = Вопрос о { $asked }, а прочитанное — о { $found }.
limit-unanswered = Прочитанное не отвечает на вопрос: { $question }
limit-no-dates = Ни в одном источнике не сказано, когда он опубликован.
limit-old = Самому новому источнику { $age }.
limit-language = Вопрос на { $asked }, а источники на { $found }. Вопрос на { $found } даст больше.
age-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
    [many] { $count } дней
   *[other] { $count } дня
}
age-months = { $count ->
    [one] { $count } месяц
    [few] { $count } месяца
    [many] { $count } месяцев
   *[other] { $count } месяца
}
age-years = { $count ->
    [one] { $count } год
    [few] { $count } года
    [many] { $count } лет
   *[other] { $count } года
}
language-en = английском
language-de = немецком
language-es = испанском
language-fr = французском
language-ru = русском
language-zh = китайском
language-ar = арабском
language-it = итальянском
language-pt = португальском
language-ja = японском
next-still-so = Верно ли это и сегодня?
next-changed = Изменилось ли что-нибудь с тех пор ({ $age })?
next-which = Что верно: { $values }? ({ $about })
next-source = Есть ли источник для всего этого: { $statement }
next-second = Подтверждает ли это второй независимый источник: { $statement }
worked-out = Вычислено по приведённым числам: { $sum }.
premise-denied = Источники говорят иное: «{ $quote }»
partly-supported = (подтверждено лишь частично)
newer-source = это более новый источник
weightier-source = это более авторитетный источник
neither-source = ни один источник не лучше явно
or-list = { $first } или { $second }
and-list = { $first } и { $second }
quoted = «{ $text }»

## Когда ответа нет

unmentioned-in-passages = Ни в одном отрывке по вопросу не упоминается { $names }.
unmentioned = В прочитанном не упоминается { $names }.
nowhere-to-search = Искать негде: ни один поиск не включён, библиотека не используется.
library-empty-alone = Библиотека пуста, а искать в других местах нельзя.
library-empty-failed = Библиотека пуста, а поиск в других местах не удался.
searches-failed = Поиск не удался: ни одно из мест не ответило.
searches-some-failed = Часть запросов не удалась, остальные ничего не нашли.
searches-nothing = Поиск ничего не нашёл.
found-unreadable = { $count ->
    [one] Найдена { $count } страница, но прочитать её не удалось.
    [few] Найдено { $count } страницы, но ни одной прочитать не удалось.
    [many] Найдено { $count } страниц, но ни одной прочитать не удалось.
   *[other] Найдено { $count } страницы, но ни одной прочитать не удалось.
}
found-unworthy = Ничего из найденного читать не стоило.
read-unsupported = { $count ->
    [one] Прочитан { $count } документ, но ни одно утверждение по вопросу не подтвердилось цитатой.
    [few] Прочитано { $count } документа, но ни одно утверждение по вопросу не подтвердилось цитатой.
    [many] Прочитано { $count } документов, но ни одно утверждение по вопросу не подтвердилось цитатой.
   *[other] Прочитано { $count } документа, но ни одно утверждение по вопросу не подтвердилось цитатой.
}
read-unanswering = { $count ->
    [one] На вопрос не отвечает ни один из прочитанных документов ({ $count }).
    [few] На вопрос не отвечает ни один из { $count } прочитанных документов.
    [many] На вопрос не отвечает ни один из { $count } прочитанных документов.
   *[other] На вопрос не отвечает ни один из { $count } прочитанных документов.
}
looked-for = Искали { $queries } здесь: { $places }.
place-library = библиотека
place-somewhere = доступные места
help-line = Что поможет: { $helps }.
help-add = добавить документы командой `gorkd library add PATH`
help-add-about = добавить документы по теме командой `gorkd library add PATH`
help-switch-on = включить поиск в настройках
help-another-provider = включить ещё один поиск
help-web = разрешить поиск в интернете с помощью `--privacy hybrid`
help-words = спросить другими словами
help-retry = повторить позже командой `gorkd job retry` либо проверить связь и ключи командой `gorkd doctor`
help-loosen = смягчить условия поиска
reason-nothing-read = Не прочитано ничего, что могло бы подтвердить ответ.
reason-nothing-answers = Прочитанное не отвечает на вопрос.
reason-unsupported = Ни одно утверждение черновика не подтверждается прочитанным.
limit-pages = { $count ->
    [one] { $count } страницу прочитать не удалось.
    [few] { $count } страницы прочитать не удалось.
    [many] { $count } страниц прочитать не удалось.
   *[other] { $count } страницы прочитать не удалось.
}

## Встречные вопросы

ask-scope = Что вы хотите узнать о { $subject }?
ask-scope-what = Что это такое
ask-scope-how = Как это устроено
ask-scope-compare = Сравнение с другими
ask-scope-new = Что нового
ask-time = За какое время нужен ответ?
ask-time-day = За последний день
ask-time-week = За последнюю неделю
ask-time-month = За последний месяц
ask-time-year = За последний год
ask-time-now = Как сейчас
ask-time-five-years = За последние пять лет
ask-time-any = За любое время
ask-depth = Насколько подробным должен быть ответ?
ask-depth-short = Краткий ответ
ask-depth-overview = Обзор
ask-depth-details = Подробности
ask-depth-everything = Всё, что найдётся
ask-depth-pick = Что выбрать, одной фразой
ask-depth-differences = Главные различия
ask-depth-points = По пунктам
ask-depth-measured = С замерами
ask-use = Для чего нужен ответ?
ask-use-decide = Чтобы принять решение
ask-use-learn = Чтобы узнать новое
ask-use-write = Чтобы написать об этом
ask-use-build = Чтобы использовать в работе
ask-use-once = Чтобы сделать один раз
ask-use-for-good = Чтобы настроить надолго
ask-use-understand = Чтобы разобраться
ask-use-explain = Чтобы объяснить другим
ask-sense = { $name } — так называют разное. Что вы имеете в виду?
ask-pointer = Что означает «{ $word }»? Раньше ничего не говорилось.
ask-about = О чём вопрос?
ask-about-product = Продукт или компания
ask-about-person = Человек
ask-about-place = Место или событие
ask-about-term = Термин или метод
ask-which = Вопросов здесь: { $count }. Какой важнее всего?
ask-long = Это будет долго. Что именно о { $subject } вам важно?
ask-long-main = Главное
ask-long-figures = Цифры и даты
ask-long-all = Всё, сколько бы это ни заняло

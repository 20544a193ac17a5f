### Что окружает ответ целиком: в терминале и в документах.

closest-passage = Возможно, это не ответ. Наиболее подходящий отрывок:
helps-in-terminal = В терминале: `gorkd library add ПУТЬ` добавит документы, `gorkd doctor` проверит ключи и соединения, `gorkd job retry` повторит попытку.
helps-in-terminal-local = В терминале: `gorkd library add ПУТЬ` добавит документы, `--privacy hybrid` разрешит поиск в интернете, `gorkd doctor` проверит ключи и соединения, `gorkd job retry` повторит попытку.
answer-keep-in-mind = Учтите
answer-worth-checking = Стоит проверить
answer-went-wrong = Что пошло не так
answer-not-read = Не удалось прочитать
answer-not-cited = Прочитано, но не процитировано ({ $count })
answer-none-preferred = Предпочтения нет. { $why }
answer-a-source = источник
answer-first-part = только начало
answer-none-because = Ответа нет. { $why }
answer-waits-for-reply = Исследование ждёт вашего ответа.
answer-in-progress = Исследование ещё идёт.
answer-pages-read = { $count ->
    [one] прочитан { $count } документ
    [few] прочитано { $count } документа
    [many] прочитано { $count } документов
   *[other] прочитано { $count } документа
}
answer-asked = поиск: { $places }
answer-tokens = { $count ->
    [one] { $count } токен { $model }
    [few] { $count } токена { $model }
    [many] { $count } токенов { $model }
   *[other] { $count } токена { $model }
}
answer-no-model = без языковой модели
answer-out-of-budget = бюджет исчерпан
answer-out-of-time = время вышло
answer-stopped = остановлено досрочно
answer-more = и ещё { $count }
answer-closest = Наиболее подходящий отрывок, но не ответ
answer-library = библиотека
answer-local-file = локальный файл

## На странице, которую открывает ссылка на ответ

shared-motto = Каждая фраза подкреплена проверенной цитатой.
shared-basis = На чём основана каждая фраза
shared-by-model = Ответ написала модель { $model }, gorkd сверил его с источниками.
shared-by-rules = gorkd составил этот ответ из цитат, без языковой модели.
shared-gone = Эта ссылка больше не работает
shared-gone-why = Срок её действия истёк, её отозвали, или она скопирована не полностью. Попросите новую у того, кто её прислал.
shared-later = Сейчас этот ответ показать не удаётся
shared-later-why = В gorkd произошёл сбой. Попробуйте ещё раз через несколько минут.

## What a terminal shows while a run goes on

fact-planned = План: { $parts ->
    [one] { $parts } вопрос
    [few] { $parts } вопроса
    [many] { $parts } вопросов
   *[other] { $parts } вопроса
}, для начала { $queries ->
    [one] { $queries } запрос
    [few] { $queries } запроса
    [many] { $queries } запросов
   *[other] { $queries } запроса
}
fact-searched = Поиск ({ $place }): { $count ->
    [one] { $count } результат
    [few] { $count } результата
    [many] { $count } результатов
   *[other] { $count } результата
}
fact-searched-for = { $searched } по запросу: { $query }
fact-known = { $fact } (уже известно)
fact-read = Прочитано: { $title } ({ $place }, { $count ->
    [one] { $count } слово
    [few] { $count } слова
    [many] { $count } слов
   *[other] { $count } слова
})
fact-not-read = Не прочитано: { $place } · { $why }
fact-checked = Раунд { $round } проверен
fact-warning = Предупреждение: { $text }
fact-writing = Пишу и проверяю ответ

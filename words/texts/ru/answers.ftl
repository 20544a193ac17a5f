### Что окружает ответ целиком: в терминале и в документах.

closest-passage = Ни один фрагмент не отвечает на это однозначно. Ближе всего:
helps-in-terminal = В терминале: `gorkd library add PATH` добавляет документы, `gorkd doctor` проверяет ключи и связь, а `gorkd job retry` пробует ещё раз.
helps-in-terminal-local = В терминале: `gorkd library add PATH` добавляет документы, `--privacy hybrid` разрешает поиск в интернете, `gorkd doctor` проверяет ключи и связь, а `gorkd job retry` пробует ещё раз.
answer-keep-in-mind = Учтите
answer-worth-checking = Стоит проверить
answer-went-wrong = Что прошло хуже
answer-not-read = Не удалось прочитать
answer-not-cited = Прочитано, но не процитировано ({ $count })
answer-none-preferred = Ни одно не предпочтено. { $why }
answer-a-source = источник
answer-first-part = только первая часть
answer-none-because = Ответа нет. { $why }
answer-waits-for-reply = Ждёт вашего ответа.
answer-in-progress = Работа ещё идёт.
answer-pages-read = { $count ->
    [one] прочитана { $count } страница
    [few] прочитано { $count } страницы
    [many] прочитано { $count } страниц
   *[other] прочитано { $count } страницы
}
answer-asked = опрошено: { $places }
answer-tokens = токенов { $model }: { $count }
answer-no-model = без модели
answer-out-of-budget = бюджет исчерпан
answer-out-of-time = время вышло
answer-stopped = остановлено досрочно
answer-more = и ещё { $count }
answer-closest = Ближайший фрагмент, но не ответ

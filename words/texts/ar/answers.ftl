### ما يحيط بالإجابة كاملةً، في الطرفية وفي المستندات.

closest-passage = لا يوجد مقطع يجيب عن هذا بوضوح. أقرب ما وُجد:
helps-in-terminal = في الطرفية: يضيف `gorkd library add PATH` مستندات، ويفحص `gorkd doctor` المفاتيح والاتصالات، ويعيد `gorkd job retry` المحاولة.
helps-in-terminal-local = في الطرفية: يضيف `gorkd library add PATH` مستندات، ويسمح `--privacy hybrid` بالبحث في الويب، ويفحص `gorkd doctor` المفاتيح والاتصالات، ويعيد `gorkd job retry` المحاولة.
answer-keep-in-mind = انتبه
answer-worth-checking = يجدر التحقق منه
answer-went-wrong = ما لم يسر جيدًا
answer-not-read = تعذّرت قراءته
answer-not-cited = قُرئت ولم يُقتبس منها ({ $count })
answer-none-preferred = لا ترجيح. { $why }
answer-a-source = مصدر
answer-first-part = الجزء الأول فقط
answer-none-because = لا توجد إجابة. { $why }
answer-waits-for-reply = في انتظار ردك.
answer-in-progress = ما زال العمل جاريًا.
answer-pages-read = { $count ->
    [zero] لم تُقرأ أي صفحة
    [one] قُرئت صفحة واحدة
    [two] قُرئت صفحتان
    [few] قُرئت { $count } صفحات
    [many] قُرئت { $count } صفحة
   *[other] قُرئت { $count } صفحة
}
answer-asked = جرى سؤال: { $places }
answer-tokens = { $count } رمزًا من { $model }
answer-no-model = بلا نموذج
answer-out-of-budget = نفدت الميزانية
answer-out-of-time = انتهى الوقت
answer-stopped = أُوقف مبكرًا
answer-more = و{ $count } غيرها
answer-closest = أقرب مقطع، لكنه ليس إجابة

### ما يحيط بالإجابة كاملةً، في الطرفية وفي المستندات.

closest-passage = قد لا تكون هذه هي الإجابة. أقرب مقطع وُجد:
helps-in-terminal = في سطر الأوامر: يضيف `gorkd library add المسار` مستندات، ويفحص `gorkd doctor` المفاتيح والاتصالات، ويعيد `gorkd job retry` المحاولة.
helps-in-terminal-local = في سطر الأوامر: يضيف `gorkd library add المسار` مستندات، ويسمح `--privacy hybrid` بالبحث في الويب، ويفحص `gorkd doctor` المفاتيح والاتصالات، ويعيد `gorkd job retry` المحاولة.
answer-keep-in-mind = للانتباه
answer-worth-checking = يستحق التحقق
answer-went-wrong = ما لم يسر كما ينبغي
answer-not-read = تعذرت قراءته
answer-not-cited = قُرئ ولم يُقتبس منه ({ $count })
answer-none-preferred = لا ترجيح بينها. { $why }
answer-a-source = مصدر
answer-first-part = الجزء الأول فقط
answer-none-because = لا توجد إجابة. { $why }
answer-waits-for-reply = البحث في انتظار ردك.
answer-in-progress = ما زال البحث جاريًا.
answer-pages-read = { $count ->
    [zero] لم يُقرأ أي مستند
    [one] قُرئ مستند واحد
    [two] قُرئ مستندان
    [few] قُرئت { $count } مستندات
    [many] قُرئ { $count } مستندًا
   *[other] قُرئ { $count } مستند
}
answer-asked = بُحث في: { $places }
answer-tokens = { $count ->
    [zero] لا رموز مميزة من { $model }
    [one] رمز مميز واحد من { $model }
    [two] رمزان مميزان من { $model }
    [few] { $count } رموز مميزة من { $model }
    [many] { $count } رمزًا مميزًا من { $model }
   *[other] { $count } رمز مميز من { $model }
}
answer-no-model = دون نموذج لغوي
answer-out-of-budget = نفدت الميزانية
answer-out-of-time = انتهى الوقت
answer-stopped = أُوقف مبكرًا
answer-more = و{ $count } أخرى
answer-closest = أقرب مقطع، لكنه ليس إجابة
answer-library = المكتبة
answer-local-file = ملف محلي

## في الصفحة التي يفتحها رابط المشاركة

shared-motto = كل جملة يدعمها اقتباس جرى التحقق منه.
shared-basis = ما تستند إليه كل جملة
shared-by-model = كتب النموذج { $model } هذه الإجابة، وطابقها gorkd مع مصادرها.
shared-by-rules = جمع gorkd هذه الإجابة من اقتباسات من مصادرها، بلا نموذج لغوي.
shared-gone = لم يعد هذا الرابط يعمل
shared-gone-why = انتهت صلاحيته، أو أُبطل، أو أنه غير كامل. اطلب رابطًا جديدًا ممن أرسله إليك.
shared-later = يتعذر عرض هذه الإجابة الآن
shared-later-why = حدث خطأ في gorkd. حاول مرة أخرى بعد بضع دقائق من فضلك.

## What a terminal shows while a run goes on

fact-planned = الخطة: { $parts ->
    [one] سؤال واحد
    [two] سؤالان
    [few] { $parts } أسئلة
    [many] { $parts } سؤالًا
   *[other] { $parts } سؤال
}، والبداية بـ { $queries ->
    [one] بحث واحد
    [two] بحثين
    [few] { $queries } عمليات بحث
    [many] { $queries } عملية بحث
   *[other] { $queries } عملية بحث
}
fact-searched = البحث في { $place }: { $count ->
    [zero] لا نتائج
    [one] نتيجة واحدة
    [two] نتيجتان
    [few] { $count } نتائج
    [many] { $count } نتيجة
   *[other] { $count } نتيجة
}
fact-searched-for = { $searched } عن: { $query }
fact-known = { $fact } (معروف من قبل)
fact-read = قُرئ: { $title } ({ $place }، { $count ->
    [one] كلمة واحدة
    [two] كلمتان
    [few] { $count } كلمات
    [many] { $count } كلمة
   *[other] { $count } كلمة
})
fact-not-read = لم يُقرأ: { $place } · { $why }
fact-checked = تم التحقق من الجولة { $round }
fact-warning = تحذير: { $text }
fact-writing = كتابة الإجابة والتحقق منها

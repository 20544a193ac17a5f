### gorkd 在研究之外说的话。

## 帮助与问候

help-title = 如何向 gorkd 提问
help-ask = { $mention } 你的问题，或 { $command } 你的问题。问题中的链接会先读。
help-deep = { $command } 深入：你的问题——轮次和网页更多。写“快速：”则更少。
help-plan = { $command } 计划：你的问题——开始前先向你确认并展示计划。
help-private = { $command } 私密：你的问题——在你分享之前，只有你能看到答案。
help-hears-all = 可以在话题中继续：在那里提问就是追问，无需提及我。
help-hears-mentions = 在话题中继续时请以 { $mention } 开头：我只能看到提及我的消息。
help-steer = 在我工作时，提出要求（“只要 2025 年”“跳过厂商博客”）会调整研究方向，提出问题则会排队。
help-lists = { $command } threads：你的问题。{ $command } memory：我记住的关于你的内容。{ $command } watches：我会重新核查的答案。
help-small = 答案的每句话都有经过核查的引文为据。问题和网页只会发往运营者允许的地方。
greeting = 你好！我负责研究问题：搜索、阅读网页、逐句对照来源核查，然后在这里回答。用 { $mention } 或 { $command } 提问；发送 { $command } 帮助 可了解更多。
what-it-does = gorkd 根据找到并读过的内容回答问题，每句话都注明来源。请提一个问题，例如：SQLite 的 WAL 模式是怎么工作的？
sorry = gorkd 出了问题，与你无关。如果没有收到答案，请重试。
again = gorkd 在这里向你展示内容时中断了，你可能没有看到。
button-show-again = 再次显示
goes-on-directly = 请到我们的私信中继续。

## 保存的内容

memory-title = 记忆
memory-of-you = 我记住的关于你的内容
memory-of-place = 此处的设置
memory-nothing = 无。
memory-how = { $command } memory set 名称 值，{ $command } memory forget 名称，{ $command } memory forget all。名称：{ $names }。
memory-usage = memory、memory set 名称 值 或 memory forget 名称。名称：{ $names }。
memory-forgotten = 已忘记 { $count } 项。
threads-title = 你的问题
threads-none = 你还没有提过问题。
watches-title = 你关注的内容
watches-none = 你没有关注任何问题。在答案下选择“关注变化”，答案有变化时我会通知你。
watch-line = { $question }：每 { $every }核查一次，下次 { $next }。
button-unwatch = 取消关注：{ $question }
watching = 我会重新核查，答案有变化时在这里告诉你。
unwatched = 你已不再关注这个问题。
watch-gone = 这项关注此前已取消。
feedback-month = 最近一个月：👍 { $good }，👎 { $bad }。
feedback-thanks = 谢谢。这里的 gorkd 管理者可以看到你的反馈。
link-code = 你的代码：{ $code }。请在 { $minutes } 分钟内到 gorkd 的网页上输入，只能使用一次。之后，你在这里的提问可以在网页上继续。
link-done = 已关联。你在此聊天中的提问，现在可以在网页上继续。
link-unknown = 这个代码无效：已被使用、已过期，或从未存在。代码的有效期为 { $minutes } 分钟。请重新获取。
link-same-side = 网页上的代码请在聊天中输入，聊天中的代码请在网页上输入。请到另一边获取代码。
link-too-many = 你输入的代码太多了。请等几分钟再试。
link-in-private = 代码只供你本人使用。请用 { $command } link 获取，或给我发私信获取。
settings-title = 设置
settings-memory = 查看并修改我记住的关于你的内容：语言、模式、网站。
settings-watches = 查看我会重新核查的答案。

## 研究进行时

button-ask-instead = 改为提问
queued-next = 当前研究结束后，下一个就轮到它。
queued-number = 正在排队：在此话题中排第 { $place } 位。
button-steer-instead = 改为对当前研究的要求
edited = 你修改了问题。研究仍按最初的问题进行。
edited-privately = 你修改了问题。如需得到新问题的答案，请重新提问。
button-ask-changed = 提出修改后的问题
stop-noted = 研究到此为止；将根据已读内容撰写答案。
steer-noted = 已记下：下一步会考虑到。
steer-late = 已开始撰写答案；这条留到追问时使用。
cancelled = 已取消。
cancel-left = 你不会收到这个答案。研究会为其他提问者继续进行。
cancel-others = 还有其他人在等同一个答案，所以研究会为他们继续进行。
worked-on-already = 我已经在处理了。

## 按钮的结果

picked-pinned = 已固定：{ $titles }。
picked-left-out = 已排除：{ $titles }。
picked-nothing = 没有固定或排除任何内容。
pick-first = 请先固定或排除一个来源：点击“来源”。
deepest-already = 已经是最深入的模式了。
not-there-any-more = 这个选项已不存在，请直接输入。
links-revoked = 此答案的所有链接均已撤销。
shared = 已分享。
share-nowhere = 这里没有可以分享的地方。
no-answer-yet = 还没有答案。
already-decided = 这件事已经决定了。
always-done = 好的，以后在此不再询问。要重新开启：{ $undo }。
file-what-says = { $name } 说了什么？
file-unnamed = 这个文件
summary-ask = 上面的消息说了什么？
messages-above = 上面的消息

## 表单

form-answer = 你的回答
form-answer-label = 用自己的话
form-answer-hint = 用途、时间范围……
form-plan = 修改计划
form-plan-label = 每行一个搜索
form-bad = 哪里不对？
form-bad-label = 详情
form-bad-placeholder = 来源不对、答非所问、太长……
form-bad-hint = 这里的 gorkd 管理者可以看到。
form-steer = 调整方向
form-steer-label = 需要注意什么？
form-steer-hint = 只要 2025 年；跳过厂商博客；也查一下许可证
form-send = 发送
form-back = 返回
form-late = 表单打开太慢。请重试。
form-refused = Slack 不允许我在此打开表单（{ $why }）。
form-failed = 无法打开表单。
good-answer = 好的答案
bad-answer = 不好的答案

# 代替已被清除者所写的内容。
words-erased = （已删除）

## 拒绝

try-again-in = 请在 { $time }后重试。
not-theirs = 只有提问者和管理员可以这样做。你可以自己提出这个问题，获得自己的研究。
not-owner = 只有所有者可以这样做。
not-asker = 只有提问者或管理员可以回答。此次研究结束后，欢迎提出你的问题。
not-admin-place = 只有管理员可以更改此处的设置。
not-admin-feedback = 只有管理员可以查看对答案的反馈。
not-admin-approvals = 只有管理员可以在此关闭批准。
not-admin-deep = 此处只有管理员可以使用“深入”模式。请去掉“深入”再问，或请管理员提问。
profiles-only = 此处只能使用这些模式：{ $names }。
place-channel = 此频道
place-workspace = 此工作区
place-server = 此服务器
runs-an-hour = { $place }每小时最多可进行 { $runs } 次研究。请在 { $minutes } 分钟后重试。
rate-limited-seconds = 你在最近 { $minutes } 分钟内已开始 { $runs } 次研究，达到了上限。{ $wait } 秒后可以开始下一次。
rate-limited-minutes = 你在最近 { $minutes } 分钟内已开始 { $runs } 次研究，达到了上限。{ $wait } 分钟后可以开始下一次。
store-silent = gorkd 暂时无法保存任何内容。请重试。
store-full = gorkd 所用的磁盘已满。请运行 gorkd 的人腾出空间；之前保存的内容都安全。
cannot-take = gorkd 暂时无法接受问题。请重试。
line-full = 目前排队的问题太多，因此没有接受你的问题。
address-space-short = gorkd 的地址空间上限（ulimit -v）是 { $limit } MB，而 gorkd 至少需要 { $needed } MB。请提高上限，例如执行 `ulimit -v unlimited`，并改用控制组限制内存：systemd 的 MemoryMax，或 Docker 的 --memory。
summary-needs-model = 我无法在此总结，因为没有语言模型获准读取大家写的内容。请问某件说过的事，我会引用原话。
not-told-here = 这次研究不在此处显示。
run-over = 这次研究已经结束。
run-over-follow-up = 这次研究已经结束。请以追问的方式提出。
run-still-going = 这次研究仍在进行，还没有可以重试的内容。
nothing-failed = 这次研究没有出错，无需重试。请改为追问。
question-settled = 这个问题已经得到回答，或已超过时限。
no-deeper-profile = 没有比 { $profile } 更深入的模式。
no-cheaper-profile = 没有比 { $profile } 更省钱的模式。
plan-size = 计划包含 1 到 20 个搜索，每个最多 500 个字符。
approve-or-decline = 这里只能批准或拒绝。
no-options-here = 这里没有选项：请批准或拒绝。
options-are = 共有 { $count } 个选项。
choose-one = 请选择其中一项。
only-an-answer = 请直接给出回答。
say-what-changes = 请用 1 到 500 个字符说明要改什么。
budget-used-up = 本期预算已用完。
nothing-to-check = 还没有可以重新核查的答案。
nothing-to-watch = 还没有可以关注的答案。
watch-limits = 关注的核查间隔最短 { $minutes } 分钟，最长一年。
watches-most = 你已关注 { $count } 个答案。请先取消一个。
nothing-to-share = 还没有可以分享的答案。
sharing-off = 此处已关闭分享。
sharing-local = 这次研究必须留在这台计算机上，因此不能分享。
question-empty = 问题是空的。请用一句话或几个词提问。
question-long = 问题有 { $length } 个字符，最多接受 { $most } 个。请缩短，或把长材料放进文件。
question-no-letters = 问题里没有文字。请用一句话或几个词提问。
question-attack = 这看起来是要发起攻击或泄露隐私的指令，而不是问题。请就主题本身提问，我会去查。
question-no-words = 无法辨认出任何词语。请用一句话或几个词提问。
question-moderated = 这里不回答这个问题：gorkd 的管理者已排除这一主题。请换一个问题，或联系他们。
moderation-down = 目前无法审核问题，因此暂不接受提问。请过几分钟再试。

## 平台不允许 gorkd 做的事

members-only = 我只回答此工作区的成员。请让成员代你提问，或请这里的 gorkd 管理者允许访客提问。
answers-directly = 我会在我们的私信中回答。
cannot-write-directly = 我无法给你发私信，所以没有接受你的问题。请允许我发私信，或去掉“私密”再问一次。
asks = { $name } 提问
you-asked = 你提问
you-asked-in = 你在 #{ $channel } 提问
slack-not-in-channel = 我不在此频道。请邀请我（/invite @gorkd）后再问，或在私信中问我。
slack-archived = 此频道已归档。请在别处提问。
slack-may-not-write = Slack 不允许我在此发消息（{ $why }），所以没有接受你的问题。
slack-busy = Slack 暂时不接收我的消息。请过几分钟再问。
slack-file-is-there = { $name } 在我们的私信中。
slack-file-failed = 无法发送文件：{ $why }。
slack-file-permission = 我在此工作区缺少权限（{ $what }）
slack-file-busy = Slack 没有接收；请稍后重新导出
slack-prompts = 你想知道什么？
slack-reads = 正在读你的问题…
slack-about-channel = 关于 #{ $channel }
slack-about-channel-ask = 关于“{ $words }”，我们知道什么？
prompt-known = 了解某个主题
prompt-known-ask = 关于老房子使用热泵，已知哪些情况？
prompt-compare = 比较两样东西
prompt-compare-ask = 小团队的服务该用 SQLite 还是 Postgres，为什么？
prompt-claim = 核查一个说法
prompt-claim-ask = 从太空真的能看到长城吗？
discord-unknown = gorkd 不认识这种命令。
discord-old-button = 这个按钮已失效。
discord-late = 用时太长。请再点击一次。
discord-unknown-command = gorkd 已没有这个命令。
discord-lacks-here = 我无法在此回答。请服务器管理员授予我以下权限：{ $lacking }。
discord-lacks-where-asked = 我无法在你提问的地方回答。请服务器管理员授予我以下权限：{ $lacking }。
discord-lacks-there = 我无法在那里回答。请服务器管理员授予我以下权限：{ $lacking }。
discord-cannot-answer = 我无法在此回答（{ $why }）。请服务器管理员授予我 View Channel 权限。
discord-in-thread = 正在那条消息的子区里研究。
discord-asked-by = 提问者
discord-answered-in = 答案见
discord-closed = 我无法给你发私信。请允许来自此服务器的私信，或在 /research 中使用 private，这样只有你能看到答案。
discord-cannot-see = 我看不到此频道。请服务器管理员授予我 View Channel 权限。
discord-answers-here = 在哪里提问，就在哪里回答。
discord-answers-there = 在此用命令提出的问题，会在 #{ $channel } 回答。
discord-answers-where = { $name } 必须是{ $shape }，并且我要能看到它。
discord-answers-open = 私密频道里的问题不能在公开频道回答。
discord-thread = 研究
direct-not-allowed = 我无法在你提问的地方发消息，所以发到这里。邀请我加入那里，我就能在频道里回答。
direct-forbidden = 我无法在你提问的地方发消息，所以发到这里。请管理员授予我 { $what } 权限。
direct-gone = 你提问的地方已归档或已不存在，所以发到这里。
direct-expired = 用时太长，已无法在那里只显示给你看，所以发到这里。
direct-invalid = 消息无法发到你提问的地方，所以发到这里。

## 随问题附上的文件

file-too-large = 无法读取 { $name }：文件超过 { $most } MB。
file-too-many = 已略过 { $name }：每条消息我最多读取 { $most } 个文件。
file-elsewhere = 无法读取 { $name }：它存放在其他网站上。请上传到这里。
file-unavailable = 无法读取 { $name }：下载失败。请重新发送。
file-forbidden = 无法读取 { $name }。请管理员授予我 { $what } 权限。

## Discord 的命令

menu-research = 研究这条消息
command-research = 研究一个问题；每句话都有经过核查的引文
command-history = 你的问题
command-help = 如何提问
command-settings = 此频道的设置
option-question = 你想知道什么？其中的链接会先读。
option-profile = 研究模式：要多深入
option-planning = 先向你确认并展示计划？
option-private = 在你分享之前，只有你能看到答案
option-attachment = 要先读的文档
option-setting = 要更改的设置；留空则查看全部
option-value = 新的值；留空则恢复默认
planning-auto = 直接回答
planning-interactive = 先给我看计划
setting-answers-in = 此服务器的频道或论坛，写作 #频道 或其 ID

## 安装到 Slack

install-no-random = 这台计算机无法生成随机数。请重试。
install-cancelled = gorkd 没有安装。你可以关闭此页面。
install-incomplete = 此地址不完整。请重新开始。
install-other-browser = 此次安装是在另一个浏览器中开始的。请重新开始。
install-unconfirmed = Slack 没有确认安装。请重新开始。
install-done = gorkd 已安装。邀请它加入频道，提及它，然后提问。
install-not-stored = 无法保存安装信息。请稍后重试。

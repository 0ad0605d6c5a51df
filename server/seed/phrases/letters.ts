/**
 * Short conversations between two people who have their own words. The head line names who begins,
 * who answers, and how many days ago it ended; below it are exchanges, a day or more apart.
 */
export const LETTERS = `
# sara elin 1
> صباح الخير! كيف حالك؟
< صباح النور! I practised. Did I get it right?
> Perfect. Now answer the question 😄
< أنا بخير، شكرًا. The boat is also بخير.

> كلمة اليوم: نافذة
< nāfidha … window?
> أحسنت! And the plural is نوافذ. I have drawn forty of them this week.
> [plan]

< How do I say “the tide is late”?
> المدّ متأخر. But the tide is never late, habibti. You are.
< That is fair.
> نلتقي غدًا عند المرفأ؟
< إن شاء الله. With cake.

# yael elin 4
> שבת שלום! השארתי לך חלה על אדן החלון.
< Shabbat shalom! I found it. I mean, I found half of it.
> והחצי השני?
< Admiral the cat says that he knows nothing.
> חתול עם טעם טוב.

> שאלה של התלמידים שלי: כמה קרשים יש בסירה?
< Forty-four on this one. Why?
> הם ניחשו 44! נועה ניצחה. תודה!!!
< Tell Noa she has a job here in fifteen years.

# dariush elin 11
> سلام الین عزیز. امروز یک بیت برای تو:
| «الا یا ایها الساقی ادر کاساً و ناولها
| که عشق آسان نمود اول ولی افتاد مشکل‌ها»
< It is beautiful to look at. What does it say?
> That love seemed easy at first, and then came the difficulties.
< So it is about boats.
> Everything good is about boats, in the end. چای هم هست، بیا.

# ruth elin 2
> Dear Elin, this is Ruth. My grandson says that I do not need to begin with “dear”, but I was brought up.
< Dear Ruth, please never stop.
> I have a question about the chair that you mended for me. It no longer squeaks, and I find that I miss it. Is there anything to be done?
< I can give it its squeak back. Do you want a small one, or the one it had?
> A small one, I think. On the left. For company.

> Dear Elin, it squeaks beautifully. I have baked something, although I am told that one “drops it off” these days. I would rather that you came in.
< I will come in. With pleasure, Ruth. Thursday?
> Thursday. I shall put the kettle on at four, and again at a quarter past, since you are always late.

> Dear Elin, thank you for Thursday. I slept well and dreamed of sails.
< Thank you, Ruth. I took the long way home, along the water.

# juergen elin 3
> Moin.
< Moin Jürgen!
> Kohlrabi ist da. Viel Kohlrabi.
< How much is much?
> The wheelbarrow says: too much.
< I am coming with the cart.

> What is a word for somebody who plants too many beans every year?
< A gardener?
> Gartenbohnenüberproduktionsverantwortlicher. I have had a sign made for the shed.
< Send a picture!
> I do not know how. You will have to come.

# thordis elin 6
> Wind tomorrow.
< How much?
> Enough.
< Þórdís.
> Seven, gusting nine. Not my fault.

> Sun tomorrow.
< Whose fault is that?
> Mine 😎

# olha elin 20
> Намалювала твого кота. Він не просив.
> [cat]
< It is exactly him! How did you get his disappointment?
> Він позував добровільно. Дві години. Не рухався. Справжній професіонал.
< I will print it and hang it where he can see it.

# ingrid elin 33
> I have found something in your ballast stones.
< Valuable?
> Better. One of them is 2.4 billion years old.
< And I have been kicking it into place.
> It does not mind. It has been kicked by a glacier.

# hanna elin 60
> Sauna at seven.
< Yes.
> Good.

# shandiin elin 47
> The blanket for your bunk is off the loom.
> [quilt]
< Oh, Shandiin.
< Where is the thread that goes out?
> Bottom right. You have to look for it. It is there so that I can leave, and make the next one.

# zeynep elin 9
> Clear sky tonight. Could the harbour lights take a little nap between ten and eleven?
< I asked the harbour master. He says that he will “trip over the switch”.
> Give him my love, and Saturn’s.
> [aurora]
< You can see THAT from here?
> Once in eleven years. You are welcome.

# aniket elin 75
> Your grandfather’s watch: मिल गई खराबी! I found what is wrong.
< Is it bad?
> A single grain of sand. From which beach, I wonder. He must have gone swimming with it.
< He did. He told that story each Christmas. It was Skagen, 1958.
> Then I have put the grain in a little glass tube for you. It has done its time.

# nino elin 140
> გამარჯობა, Elin! “A Short History of Doors” is eleven weeks overdue, and I am not angry.
< I am so sorry!! It is under a keel. I mean, it holds up a keel.
> A book that holds up a ship. I shall extend it by a month.

# selam elin 400
> ሰላም! How did you brew it?
< In the jug, four minutes, and I talked to it.
> What did you say?
< That it came a long way.
> Good. It did.

# beatriz mateo 0
> ¿Ya salió el pan del horno?
< Hace una hora. Te mandé dos, por barco y con bendición.
> ¿Y la masa madre? ¿Sigue llamándose Bruckner?
< Anton, para los amigos. Sube despacio y luego no hay quien lo pare.
> 😂😂😂

< [bread]
> ¡Qué corteza! Mi abuela diría que le falta sal, y se comería tres.
< Mi abuela diría lo mismo. Seguro que se conocen.

# joao mateo 5
> As ondas hoje estavam perfeitas. A contabilidade, nem por isso.
< ¿Cuánto debo, João?
> Três pães e uma assinatura.
< Llevo los dos primeros. La firma, mañana.

# selam mateo 2
> New beans tomorrow. Natural, from Guji, 2 100 m.
< What do they taste of?
> You tell me, I never say first.
< Blueberry. And … apricot stone?
> ☕️ You are learning.

# ruth mateo 8
> Dear Mateo, the bread board arrived. It smells of the sea, and of you.
< Dear Ruth, the sea part is Elin’s. The crumbs are mine.
> I heard you play through the open window on Sunday. My late husband would have complained about the tempo, and wept.
< That is the best review I have ever had.

# leila marguerite 3
> Bonjour Marguerite ! Une question de vocabulaire : comment dites-vous, chez vous, pour le dernier morceau d’un pain ?
< Le quignon, ma petite. Et on se le dispute.
> Parfait. Le mot juste, enfin. Merci !
< Il manque une virgule dans votre dernier livre, page 112. Je n’ai rien dit.

< Les pivoines sont ouvertes. Dimanche ?
> Dimanche, avec joie. J’apporte le thé à la menthe.

# sara fatima 7
> مساء الخير فاطمة، كيف الطماطم على السطح؟
< مساء النور! تكبر كل يوم. تعالي شوفيها قبل ما ياكلوها العصافير.
> [window]
< هذي نوافذك الجديدة؟ تجنن!
> شكرًا ❤️ بقي ستة وثلاثون.

# jiahui bo 12
> 今天寫了一百個「永」字。
< 有一個好看的嗎？
> 第九十七個。
< 那就值得。明天走山？
> 走。我帶茶。

# kenji seoyeon 18
> 안녕하세요! 素敵な茶碗をありがとうございました。
< 잘 도착했어요? 깨지지 않았죠?
> 大丈夫です。毎朝、電車の窓辺で使っています。
< 기차에서요?! 조심하세요 😄

# kavitha aniket 25
> வணக்கம்! Can you mend a metronome?
< नमस्ते! If it ticks, I can.
> It ticks in sevens. We need eights.
< A metronome with an opinion. Bring it.

# eleni zeynep 31
> Καλημέρα! Το τσάι του βουνού είναι έτοιμο.
< Günaydın! I am awake since yesterday. Is it good for tired eyes?
> Για όλα είναι καλό. Εκτός από το ποδόσφαιρο.

# tomasz thanakorn 90
> Potrzebujesz roweru? Mam trzy, z czego jeden jedzie.
< ขอบคุณครับ! Which one?
> The green one. Only to the left, though.
< I live to the left. Perfect.

# minhanh nkechi 2
> Number 32: bánh xèo. Come and judge.
< As a lawyer I must recuse myself. As a friend I am already on the bus.
> Anh Tuấn says you took the last dumpling again.
< Allegedly.

# harpreet sione 6
> Why did the lorry cross the road?
< Because you were driving it and the sat nav said so.
> You have heard it.
< Uso, I was IN it.

# thandi siobhan 1
> I need ninety seconds of fiddle by noon. Sad, but hopeful, but short.
< Like a Monday in May?
> EXACTLY like a Monday in May.
< Give me an hour.
> You are on air at one. Tell your mother.
`;

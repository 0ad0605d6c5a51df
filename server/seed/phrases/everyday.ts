/**
 * Small exchanges between any two friends. See `parse-exchanges.ts` for how they are written.
 */
export const EVERYDAY = `
@ morning
> Good morning! Did you sleep?
< Like a stone. You?
> Like a stone that gets up every two hours to look at the clock.
< Coffee. Immediately.

@ morning
> Morning. There is {weather} outside my window.
< Same here. I am staying in bed five minutes longer in protest.
> Solidarity.

@ morning
> Are you up?
< I am vertical. That is all I can promise.
> Vertical is enough. Do you still want a lift?
< Yes please. {minutes} minutes?
> {minutes} minutes.

@ morning
> [coffee]
> First of the day. It is an important meeting.
< Give it my regards.

@ morning once
< Happy birthday!!! 🎂
< Eighteen again, I hear.
> Ha. Thank you! Eighteen and a bit.
< Cake at {hour}, no arguments.
> I would not dream of arguing with cake.

> Are you near {place} by any chance?
< {minutes} minutes away. Why?
> Could you bring {goods}? I have everything else for {dish}.
< {yes}
> {thanks}

> What are you cooking tonight?
< {dish}. If the kitchen survives.
> It survived last time.
< The smoke alarm would like to add a comment.

> I tried {dish} the way you make it.
< And?
> Everybody had seconds. I said it was mine.
< As you should.

> Can you send me the recipe for the {baked} again?
< https://recipes.example.net/notes/my-grandmothers-way?portions=8
< Ignore the oven temperature. She had no thermometer and strong opinions.
> I will trust the opinions.

> [noodles]
> Look what I made without setting anything on fire.
< That looks like a restaurant.
< A restaurant that I would come back to.

> [fruit]
< Is that from the market?
> Two kilos for almost nothing. They were closing.
< So you will be making jam until midnight.
> Until two, I think.

> Did you eat?
< I had a sandwich standing up. Does that count?
> It counts as a sandwich. Come over, there is {dish}.
< On my way.

> Are you free on {weekday}?
< After {hour}, yes. What did you have in mind?
> A walk, and then something warm.
< I am in.
> {place}, then?
< {bye}

> {weekday} still good?
< Yes! {hour}, {place}?
> Perfect. I will be the one with the umbrella.
< It is not supposed to rain.
> That is when it does.

> Small change of plan: can we make it {hour}?
< Of course.
> {thanks}

> I am running {minutes} minutes late, sorry!
< No rush. I found a bench and a dog.
> Whose dog?
< We have not discussed it.

> Here.
< Where?
> At {place}.
< So am I.
> I can see you. Turn around 👋

> Home.
< Good. Sleep well.

> Got home all right?
< Just now. My feet have filed a complaint.
> It was a lovely evening though.
< It really was.

@ evening
> The sky! Look up!
< Oh wow.
> [hills]
> It does not do it justice.
< It does enough. Thank you for telling me.

@ evening
> [city]
> From the roof. You can almost hear it hum.
< Is that the clock tower on the left?
> It is. Ten minutes fast, as ever.

@ night
> Are you still awake?
< Unfortunately.
> I cannot stop thinking about tomorrow.
< You have prepared for this for weeks. You know it by heart.
< And if it goes wrong, I will bring {dish}.
> And if it goes well?
< Also {dish}.

@ night
> Good night 🌙
< Sleep tight.

@ night
> Can’t sleep. Tell me something boring.
< The municipal waste calendar has a new font.
> Go on.
< Paper is now on even weeks. Unless the even week has a holiday. Then it
> Thank you, it is working

@ evening
> How was your day?
< Long, but good. Nobody cried, including me.
> That is a success by any standard.
< How was yours?
> Ordinary, in the nicest way.

@ evening
> What a day.
< Good what-a-day or bad what-a-day?
> Both. I will tell you over soup.
< I will bring the bread.

> How did it go??
< I think … well? They smiled.
> Smiled how?
< With teeth.
> That is excellent news {happy}

@ once
> I got it!!!
< NO
< YES?
> YES
< {happy}{happy}{happy}
> I start in {few} weeks.
< I am so, so happy for you. Nobody deserves it more.

@ once
> It did not work out after all.
< Oh no. I am sorry.
< Do you want company, or quiet, or a very silly film?
> The film, I think. And maybe company.
< {minutes} minutes.

> How is your mother?
< Better! She is already giving the physiotherapist advice.
> That sounds like full recovery.
< The physiotherapist looked a little pale.

> How is the knee?
< It predicts the weather now.
> And what does it say?
< {weather}.

> Are you feeling any better?
< A bit. I have finished all the tissues in the house.
> I am leaving soup and {goods} at your door. Do not get up.
< You are an angel.
> A contagious-averse one. I ring and run.

> Thank you for yesterday. I needed that more than I knew.
< Any time. I mean it.
> I know you do. That is why I said thank you.

@ once
> I just wanted to say that I am glad you are around.
< Oh.
< Well, now I have something in my eye.
< Same. Very much the same.

> ❤️

> 👍

> Have you read {book}?
< Halfway. Do not tell me anything.
> I will only say: keep a handkerchief near chapter {few}.
< That is telling me something!

> I finished {book}.
< And?
> I have closed it, and opened it again at the beginning.
< So I have to read it.
> I will bring it on {weekday}.

@ once
> [books]
> I have sorted them by colour. I can’t find anything, but it is beautiful.
< Where is the dictionary?
> Blue section. No: green. It depends on the light.

> Shall we see {film} on {weekday}?
< Is it the one with the goat?
> They all have a goat if you wait long enough.
< Then yes.

> We saw {film}.
< Worth it?
> The first hour was perfect. After that somebody had an idea.
< Oh dear.

> I can’t find my {lost}.
< Did you look {spot}?
> Why would it be … 
> Oh.
< I know you.

> Has anybody seen my {lost}?
< I have. In my kitchen, safe and sound.
> {thanks} I have turned the flat upside down.
< A few days of sun on my windowsill, that is all.

> Can I borrow your {tool}?
< If you can get it back from {friend}.
> Who has it from?
< I had it from you, actually.
> This is a very slow library.

> Do you still have my {tool}?
< I do! It lives here happily. Do you need it?
> On {weekday}, if it can travel.
< I will bring it round.

> Would you water my plants next week?
< {yes} All of them?
> All but the cactus. The cactus needs to be ignored with confidence.
< I can do that.
> Keys as always?
< As always.

> [window]
> They survived my holiday. I had not dared to look.
< They missed you. I had to talk about you constantly.
> {thanks}

> The {plant} are up!!
< Already?
> All {many} of them. I sowed them like somebody who does not trust seeds.
< You will be leaving {plant} on doorsteps again.
> Lock your door.

@ summer once
> Somebody has left a courgette on my doorstep. It is the size of a dachshund.
< I know nothing about this.
> It has your handwriting on it.

@ summer
> Swimming after work?
< Is it warm?
> The air is. The water has character.
< {hour}, {place}. If I scream, that is normal.

@ summer
> [lake]
> Day {few}. I have forgotten which weekday it is.
< It is the one where I am jealous.
> There is a second bed. Just saying.
< Do not tempt me, I can be there by {weekday}.

@ summer
> [fields]
< Where is THAT?
> Half an hour by the slow train. Nobody else got off.
< Take me next time.
> Deal.

@ autumn
> The first fog. You can’t see the end of the street.
< I like it. Everything sounds close.
> A tram just came out of nowhere like a whale.

@ autumn
> [forest]
> Mushrooms: none. Wet feet: two.
< Air?
> Excellent air.

@ autumn
> Do you want {few} kilos of apples?
< What happened?
> The tree in the yard. We ran out of buckets, then of neighbours.
< I will bring a bucket.

@ winter
> It is snowing!!!
< I see it! The big soft kind!
> [forest]
< Everything is so quiet.
> Snowball fight at {place} in {minutes} minutes.
< You are on.

@ winter
> My radiator is making the noise again.
< The kettle or the ghost?
> The ghost.
< I will come by with the little key on {weekday}.

@ winter once
> [aurora]
> I have waited four nights for this.
< That is real?!
> I stood there with my mouth open until it froze.
< Worth every toe.

@ spring
> The swifts are back!
< I heard them before I saw them.
> Now it may officially be spring.

@ spring once
> I have put the winter coat away.
< Bold. It is April.
> I can feel it.
@ spring
> I have taken the winter coat out again.
< I said nothing.

> I saw {bird} on the way in.
< Where?
> By {place}, as if it had an appointment.
< Did it look at you?
> As if I were late for it.

> [cat]
> He has been like this since breakfast.
< Teach me his ways.
> First, own nothing. Second, lie on what others own.

@ once
> The cat has discovered the piano.
< Talent?
> Range.

> Is your internet down, too?
< If it were, would you get this?
> Good point. I will restart the box.
> Back. I am an engineer now.

> How do I get the thing off the other thing?
< More words, please.
> The lid. The blender. It is stuck.
< Hot water over the lid, a tea towel, and swear a little.
> It worked at “swear a little”.

@ once
> What was the name of that place with the soup?
< Which soup?
> The one you talked about for a week.
< Ah. https://maps.example.org/old-town/kettle-lane/17?walk=9min
< Closed on Mondays. Ask for the corner table.

@ once
> Look at this: https://archive.example.org/harbour/photographs/1911/fish-market-with-a-horse-looking-directly-into-the-camera
< The horse!
> It has seen everything.

> https://radio.example.com/late-music/programme-{few}
> From minute {minutes} on. Close your eyes.
< Listening.
< Oh.
< Oh, that is something.

> Train or bus?
< Train. I want to look out of the window.
> [map]
> Then this way: change at the second bridge, and we walk the last bit.
< It looks like a treasure map.

@ once
> The train stands still.
< Signals?
> A cow, they say. A cow with a delay certificate.
< Give it my regards. I will tell the others.

@ summer
> Packing. Do I need a warm jumper?
< Yes.
> In July?
< I know you. Yes.

@ once
> [balloons]
> Woke up to THIS over the roofs.
< How many?
> I counted {many}, then I spilled my coffee.

@ once
> [bicycle]
> Meet my new one. Well: new to me.
< What a beauty. Does it have a name?
> Not yet. It squeaks in F sharp.
< Then Fiona.

> The bicycle has a flat tyre again.
< Front?
> Both. I rode through the hedge they were cutting.
< I have patches. And {tool}, if that helps.
> Bring everything.

@ once
> Did you see the plan for the new kitchen?
< Not yet, show me.
> [plan]
> What do you think?
< Turn the table, then two people can pass behind the chairs.
> Why did none of us see that?
< You have looked at it for too long, that is all.

> [note]
> This is the whole list. Did I forget anything?
< Music.
> {friend} brings music.
< Chairs?
> CHAIRS

> Who is coming on {weekday}?
< You, me, {friend}, perhaps {friend}’s sister, and whoever smells the food.
> So {many}.
< I will make more {dish}.

> {friend} asks whether you are angry.
< Me? Why?
> Because you wrote “fine.” with a full stop.
< That is just how I end sentences!
> I said so. I will tell them.

> Have you heard from {friend}?
< Yesterday! All good, only busy. A new job and a puppy in the same week.
> Brave.
< The puppy is the one in charge.

> Do you know somebody who can fix a {tool}?
< {friend} can fix anything that has screws.
> And if it has no screws?
< Then {friend} adds some.

> Quiz on {weekday}?
< Who is on our team?
> You, me, and {friend} for everything about sport.
< We have a chance this time.
> We have a name this time. That is a start.

@ once
> We came second!!!
< Out of?
> That is not the important part.
< Out of two?
> Out of {many}. Take that.
< {happy}

@ once
> Question: is a tomato a berry?
< Botanically, yes.
> And a strawberry?
< Not a berry.
> I no longer know who I am.

@ once
> What is the word for when you remember something just after leaving the room?
< Esprit d’escalier is for answers. For things I do not know.
> There must be a German word.
< Türrahmenerinnerungsverzögerung.
> Did you make that up?
< Just now. But it feels true.

@ once
> Longest word you used this week?
< Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen. In a letter. About a cap badge.
> Nobody else could have answered this in four seconds.

@ once
> Could you read this before I send it?
|
| “Dear neighbours,
| the stairs were washed on Saturday, and I would like to thank the unknown person who did it. If you also found a grey glove: it is mine.
| Warmly, third floor”
< It is perfect. Who washed the stairs?
> I did. But I wanted to see if anybody says something.

> Three things today:
| 1. call the plumber
| 2. do not buy another plant
| 3. breathe
< How is it going?
> I have called the plumber and bought a fern.
< And 3?
> The fern is doing that for me.

> Rehearsal moved to {hour}.
< Thanks for telling me! Same room?
> The small one. Bring a scarf.

> I said I would be on time and I AM on time.
< I am proud of you.
> Where is everybody?
< It is tomorrow.
> …
< I can be there in {minutes} minutes, and we have a drink.

> What do I wear?
< Something that you can laugh in.
> So the {color} one.
< Always the {color} one.

> Painting the hall. {color}, yes or no?
< Show me in daylight.
> It is night.
< Then no decision is possible. Tea.

@ once
> I did a thing.
< A good thing?
> I signed up for the choir.
< YOU?
> They need people who can count to four.
< You will be wonderful.

@ once
> [quilt]
> Finished. {few} months, and one fingertip.
< It is the most beautiful thing.
< Can I touch it?
> It is yours. I kept wondering why I chose your colours. Now we know.
< What
< I have no words. I am crying on the tram.

> [cake]
> Whoever guesses the filling gets the first piece.
< Lemon curd?
> How do you DO that.
< I know you, and I know how many lemons you bought.

> Do you believe in second breakfast?
< It is the only thing I believe in before eleven.
> {place}, {minutes} minutes.

> Am I being silly?
< A little. In the good way.
> Thanks for saying it.
< Any time. You do the same for me.

> Sorry if I was short earlier. Bad headache.
< I did not even notice. Is it better?
> Much. Water, and a dark room.
< Rest. The world can wait until {weekday}.

@ once
> I have been thinking about what you said.
< Which part?
> That one may simply ask.
< And?
> I asked. And they said yes, just like that.
< {happy}

@ once
> Remember when we missed the last ferry?
< And you said: “it is only four kilometres”.
> It was eleven.
< Best night of that summer.

@ once
> One day I will write all this down.
< Who would believe it?
> Nobody. That is why it has to be well written.

> Can you talk?
< In {minutes} minutes. Is everything all right?
> Yes, yes. Only good things. It is just too long to type.
< Calling you.

> Sorry, I missed your call. I was on a ladder.
< Why were you on a ladder?
> That is the long part of the story.

> 🎻🎹✨
< 💃
> Exactly.

> 😂😂😂
< What?
> I walked past {place}, and {bird} was sitting on the no-birds sign.

> Haha
< I know, right

> True.

> Let me check and come back to you.
< No hurry.
> {weekday} works.
< Great.

> Did the parcel come?
< It did! I have not opened it, it says “do not open” in your handwriting.
> Then do not.
< I am being very brave about it.

> Could you print something for me? {few} pages.
< {yes} Send it over.
> Sent. I will trade you for a {baked}.
< I would have done it for nothing. But now there is a deal.

> How much do I owe you for the tickets?
< Nothing. You paid for the soup.
> That was last year.
< It was very good soup.

@ once
> Happy New … no, wait, happy Tuesday.
< Close enough.

> You were right, by the way.
< About what?
> I would rather not say. But enjoy it.
< I am enjoying it without knowing why. Marvellous.
`;

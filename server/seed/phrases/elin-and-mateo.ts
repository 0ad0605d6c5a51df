/** What a boat mender (`>`) and a baker (`<`) say to each other in six years. */
export const ELIN_AND_MATEO = `
@ morning
< Bread is out.
> I can smell it from the slip.
< That is physically impossible.
> And yet I am already putting on my shoes.

@ morning
< [bread]
< The crust on this one!
> Keep me one?
< Behind the till, in paper, with your name on it.
> {thanks}

@ morning
< What are you having today?
> Whatever is crooked.
< One crooked {baked}, coming up.

@ morning
> The harbour is a mirror this morning.
> [harbour]
< I have been up since three and saw only flour. Thank you for this.

@ morning once once
< I burned {few} trays.
> Oh no. What happened?
< I was practising bowing with a breadstick.
> How was the intonation?
< Crisp.

@ morning once
< New batch of starter. I named it.
> What did you name it?
< Anton Bruckner. Slow to rise, then there is no stopping him.

> I opened up {boat}.
< And?
> The {part} looks fine from outside. Inside it is soup.
< Can it be saved?
> Everything can be saved. It is only a matter of {wood} and patience.

> The {part} fits!
< First try?
> Fourth. But I am only telling you.
< My lips are sealed. With jam.

> How does one explain to an owner that the boat needs a new {part}?
< With cake.
> Seriously.
< Seriously. Nobody has ever shouted with a mouth full of {baked}.

> The owner of {boat} came by today.
< The one who cries?
> He cried. Then he patted the {part} and asked whether it had suffered.
< What did you say?
> That it had a good life and is going to be a bench.

@ once
> [plan]
> New layout for the shed. The steam box goes to the left.
< Where do I sit when I visit?
> You see the small rectangle?
< The one that says “flour man”?
> I can’t write that small, but yes.

> Steaming planks at {hour}. Do you want to be a pair of hands?
< {yes} Do I need gloves?
> Two pairs. And do not say “it is warm” again.
< It was an observation.

@ once
> Can you lend me a dough scraper?
< For dough?
> For epoxy.
< Then it is yours now.

> {boat} floats!!!
< !!!
> Two cups of water in the bilge overnight, no more.
< I am bringing something with bubbles.
> [sea]
> First sail. You should have seen her go.
< I saw you from the oven window. I waved with the peel.

> Launch on {weekday}. You are the only one allowed to push.
< It is an honour. Which part do I push?
> The part that says “push”.

@ once
> Somebody has moored in front of my slip again.
< The one with the inflatable flamingo?
> The flamingo is twice as long as the boat.
< Leave a note?
> I left a note. The flamingo ate it.

@ once
> What rhymes with {part}?
< Why?
> The regatta wants a verse for the boats.
< Nothing rhymes with {part}. That is what makes it poetry.

> Oiling {wood} all afternoon. The whole shed smells like a violin.
< I should come and play in it.
> Bring the cello. The acoustics are excellent and the audience is {bird}.

@ evening
< I am stuck at bar {many} of {piece}.
> Play it slower.
< That is what my teacher says.
> That is what I say to wood, too.

@ evening once
< [score]
< Who writes a shift like that?
> Somebody with larger hands, or a grudge.
< I shall name a bun after him and forget the butter.

@ evening
< Concert in the bakery on {weekday}. {piece}, and if I dare, the encore.
> Front row. Which is the only row.
< There are two chairs, it is practically a front row and a stalls.

@ evening
> Was that you? Playing with the window open?
< Could you hear it?
> Half the harbour could. {friend} put the sander off.
< Oh no.
> Nobody wanted it to stop.

@ evening
< One {baked} too many. Are you still in the shed?
> Until {hour}.
< I will come past with the bag.
> The kettle is on.

@ evening
> Come down to the water if you can. Ten minutes.
< Flour to the elbows, but coming.
> [sea]
> You missed it by a minute. I saved you this.
< Next time I leave the flour on.

@ evening
> Seven at the old pier?
< With the thermos?
> With both thermoses. One for the fingers.
< {bye}

@ night
< Setting the alarm for 02:45. Say something encouraging.
> You are asleep before it rings, the buns rise anyway.
< That is not encouraging, that is philosophy.
> Sleep, Mateo.

@ night once
> Storm warning for the night. I am doubling the lines.
< Do you need help?
> {friend} is here. Keep your ovens warm.
< Careful on the jetty.
> Always.
> All tied. Nothing moved but my hat.
< Which is where?
> Denmark, by now.

< My hands smell of cardamom, and I can’t tell whether that is good.
> It is the best thing about you.
< Ouch. And thank you?

< Taste test: saffron, yes or no?
> In what?
< In everything, said my grandmother.
> Then yes in everything.

@ once
< A child came in today and asked for “the bread that sings”.
> Did you have one?
< You know how the crust crackles when it cools. She had remembered it since last winter.
> I hope that you gave it to her.
< Two. One for the way home.

< Do you have a piece of {wood}, about so big?
> How big is so big?
< A bread board for Ruth.
> I have the cheek of an old {part}. It has been at sea for {many} years.
< She will love it more than me.

@ once
< The oven man says {few} weeks for the part.
> Show me the part.
< [note]
> I can make that on the lathe by {weekday}.
< You can’t just MAKE oven parts.
> It is a ring with a hole. That is all I do, Mateo: rings with holes.

@ once
< It fits. It FITS. The oven is warm!!!
> {happy}
< You get free bread for life.
> I already get free bread for life.
< Then bread for the next life, too.

@ once
> Who is minding the shop?
< {friend}. Yesterday somebody got a {baked} instead of change.
> Did they complain?
< They came back with a larger note.

@ once
> Admiral was here.
< The cat?
> [cat]
> On the sails. On the white ones. With the paws.
< He inspected them. They have passed.

> Admiral has not been seen since {weekday}. Is he with you?
< He is in the flour loft, pretending to be a sack.
> Is he all right?
< He has caught nothing and eaten everything. Very much all right.

> Do we take the boat out on {weekday}?
< If the wind is kind.
> Force three from the west, says Þórdís. She also says it is not her fault.
< I bring {dish}, you bring the boat.
> The usual arrangement.

> I do not think I said it properly: thank you for helping with {boat}.
< You said it with soup, twice.
> Still.
< Still: any time.

@ once
< If you had to give it all up and do something else?
> Your job.
< I would take yours.
> We would be bankrupt by {weekday}.
< But well fed, and afloat.

> Is it normal that I miss the boats when they leave?
< I miss each bun.
> You sell {many} a day.
< I am a man of great sorrow.

> Shopping list for the weekend:
| – rope (12 mm)
| – {goods}
| – bronze screws, if they have them
| – your good mood
< I can bring the second and the fourth.

< [coffee]
< The new beans from Selam. You have to taste this.
> Is it the one that tastes of blueberries?
< It tastes of blueberries that went to university.

< You left your {lost} in the shop.
> Where?
< You will not believe it: {spot}.
> I believe everything about me by now.

> {friend} wants to learn how to varnish.
< And can you teach it?
> I can teach patience. The varnish comes by itself.

< Did you get the tickets for {film}?
> Row {few}, in the middle.
< I will bring something that does not rustle.
> Last time it was a baguette.
< It did not rustle!

@ once
> [harbour]
> Somebody painted the third house {color}.
< I can’t decide if I hate it.
> By summer we will not remember that it was ever different.

@ once
< What is that ship?
> Which?
< The one that blocks all of my sky.
> A training ship. Four masts, {many} cadets, and one cook who has just asked me where to buy bread.
< SEND HIM UP
> He is on his way. I said that you are shy.

> I have the lottery of the yacht club. Pick a number.
< {many}.
> You always pick {many}.
< And one day it will be grateful.

@ once
> Do you ever think of going back?
< To Oaxaca? Every time it rains sideways. Then you send me a picture of the harbour.
> So it is my fault that you are still here.
< Entirely.

@ once
> My brother visits on {weekday}. He wants to see “where the famous bread comes from”.
< I will put on the clean apron.
> There is a clean apron?
< There is one in a frame.

@ once
> How do you say “knot” in Spanish?
< Nudo. Why?
> And “dough”?
< Masa. What are you doing, Elin?
> A birthday card. Forget that I asked.

@ once
> My hands are so cold that I type with my nose
< Vomr over, I type the ssme way, flour evrywhere
> 😂

@ once
< I dreamed that I baked a boat.
> Did it float?
< It rose.

> Tide is at {hour}. If we want to get under the bridge we have to leave before.
< The mast?
> Comes down. You hold it, I count.
< Last time you counted in Swedish.
> And last time nobody was hurt.

@ once
< One question about the {part}.
> Yes?
< What is it?
> Six years, Mateo. SIX YEARS.

@ once
> The surveyor says that she is “remarkably sound for her age”.
< The boat?
> I hope so. He was looking at the boat.

@ once
< Sold out by nine!
> On a {weekday}?
< A whole bus. They followed the smell, the driver said. He could not hold them.

@ once
< Would you look at my sign? The wind took a letter.
> Which letter?
< It now says AKERY.
> Leave it, it is growing on me.
< Elin.
> I am coming with a B and {few} screws.

> Varnish, coat {few} of seven. You may not breathe near it until {weekday}.
< I am across the street.
> Breathe the other way, please.

@ once
< Can bread be sad?
> What did you do?
< I opened the oven to look.
> Then you know the answer.

@ once
> Today I found a coin under the mast of {boat}. From 1926.
< You have to put it back!
> I know. I have put it back, and one of ours beside it.
< So that somebody finds us.
> So that somebody finds us.
`;

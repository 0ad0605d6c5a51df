/** Short exchanges in passing, told apart by their words more than by their shape. */
export const PASSING = `
> {weekday}, {hour}?
< {yes}

> {hour} at {place}?
< Make it {minutes} minutes later and I am there.
> Done.

> I am at the market. Need anything?
< {goods}, if they are nice.
> They are very nice.
< Then twice.

> At the shop. {goods}?
< We have. But {goods} would be great … wait, that is what you asked.
> 😄

> No {goods} anywhere. Plan B?
< Then it becomes {dish}.
> Even better.

> {dish} tonight?
< {yes}

> What goes with {dish}?
< {goods}. Trust me.
> I trusted you and it was excellent.

> I made {dish} again.
< Again?!
> I am a person of few ideas, and large pots.

> There is {dish} left. Shall I bring some over?
< You do not have to ask. Ever.

> I can smell {dish} in the staircase. Is it you?
< It is not. But now I want it to be.

> Cake break?
< What kind?
> {baked}.
< {minutes} minutes.

> I ate the last of the {baked}.
< I know. I heard you being quiet.

> Saw {friend} at {place}!
< How is it going there?
> All well. Greetings to you!
< Greetings back.

> {friend} says hi.
< Hi back!

> Is {friend} coming on {weekday}?
< I think so. {friend} said “probably”, so: yes, late.

> Did {friend} tell you the news?
< No?
> Then I say nothing. Ask on {weekday}.
< That is cruel.

> {friend} wants to borrow the {tool}. Do you have it?
< It is {spot}.
> I will not ask.

> Where did we put the {tool}?
< {spot}, I think.
> Found it. Exactly there.

> My {lost}? Anyone?
< {spot}?
> … how.

> Just saw {bird} at {place}.
< Lucky you. I only saw {weather}.

> {weather}! {weather}!
< In this city? Never.

> Look outside!
< {weather}?
> With a rainbow on top.

> Umbrella?
< Take it. It says {weather}.
> It always says {weather}.

> How are the {plant}?
< Taller than me.
> That is not so hard.
< Hey.

> Do you have room for {few} pots of {plant}?
< I have room for {few} pots of anything.

> The {plant} need water today, says the app.
< The app is right. I was there: desert.

> Page {many} of {book}. I am not well.
< I warned you!

> Lend me {book} when you are done?
< It is already in your bag.

> {film} is on again on {weekday}.
< Then we are going again.

> Tickets for {film}: {few} left.
< Take two!
> Taken.

> {minutes} minutes late. Sorry, sorry, sorry.
< I have a window seat and a pastry. Take your time.

> On my way.
< 👍

> Nearly there.
< Door is open.

> Which floor was it?
< {few}. The bell with the fish.

> Which bus?
< The {few}, to the end.
> And then?
< Then you can hear us.

> Can you call {friend}? My battery is at {few} percent.
< Calling. Save the rest for the map.

> Did you lock?
< I think so.
> You think so?
< I am going back.

> Thank you for the {baked}!
< It was on the way.
> It was not.
< It was on A way.

> That was the best {dish} of my life.
< You say this each time.
> And each time I mean it.

> I have an idea.
< The last one took {few} weeks and a van.
> This one needs only {tool}, string, and you.
< {yes}

> On a scale from one to {weather}, how is your day?
< {weather}, with a bit of sun towards the evening.

> Can I complain for two minutes?
< Take {minutes}.
> Already better, actually.

> How many chairs do you have?
< {few}, and one that lies.

> Is {color} too much for a front door?
< For yours? It is exactly enough.

> The tram is full of people in costume.
< It is {weekday}.
> That explains nothing.

> My neighbour plays {piece}. Since seven.
< Well or badly?
> Improving.

> Do we need {many} napkins?
< It says so in the plan.
> Who made the plan?
< You.

> Coffee?
< {yes}

> Tea?
< Tea.

> Lunch at {place}?
< Give me {minutes} minutes.

> 🙂
< 🙂

> {happy}
< {happy}

> Well?
< Well!
> Well done {happy}

> Guess where I am.
< {place}?
> HOW

> Fun fact: there are {many} kinds of {plant}.
< And you are growing all of them.

> I counted the steps up to {place}. {many}.
< I would have said a thousand.

> It is {weekday}, right?
< All day long.

> Please remind me: {goods}.
< {goods}.
> Thanks. {goods}.

> {thanks}
< What for?
> In general.

> Can you hear that?
< {bird}?
> {bird}.

> Ready?
< Since {hour}.
`;

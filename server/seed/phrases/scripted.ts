/**
 * Ends of conversations that a visitor sees first, and how the longest one began.
 * Minutes before now, who says it, and what: a text, or `[kind variant]` of a picture.
 */
import type { PersonKey } from '../people.ts';

type Line = readonly [minutesAgo: number, speaker: PersonKey, said: string];

export const FIRST_WORDS = [
  ['mateo', 'Hello! This is Mateo, from the bakery. You left your glasses on the counter.'],
  [
    'elin',
    'Oh! I have been looking for them in a boat all morning. Which counter is that, if I may ask?',
  ],
  ['mateo', 'The one where you bought six buns and said “these are for the whole crew”.'],
  ['elin', 'There is no crew.'],
  ['mateo', 'I suspected so. I put a seventh one beside the glasses.'],
  ['elin', 'I think we are going to be friends.'],
] as const satisfies ReadonlyArray<readonly [PersonKey, string]>;

/** The end of the longest conversation. */
export const LATEST_WORDS: readonly Line[] = [
  [3210, 'mateo', 'New shape. Be honest.'],
  [3209, 'mateo', '[bread 1]'],
  [3204, 'elin', 'It looks like the hull of the folkboat. I mean that as the highest praise.'],
  [3203, 'mateo', 'I know you do. It goes on the sign.'],
  [3066, 'elin', '[forest 2]'],
  [3065, 'elin', 'Went to choose a mast. I think that the third from the left was nodding at me.'],
  [3051, 'mateo', 'Take the one that nods. Always take the one that nods.'],
  [2922, 'mateo', 'And this is what I am fighting with:'],
  [2921, 'mateo', '[score 0]'],
  [2915, 'elin', 'So many flags. It looks like the regatta.'],
  [2914, 'mateo', 'It sounds like it, too. Like the year with the collision.'],
  [1790, 'mateo', '[coffee 0]'],
  [1789, 'mateo', 'I drew you a leaf. It was meant to be a boat.'],
  [1781, 'elin', 'It is a boat, seen from a leaf’s point of view ❤️'],
  [1624, 'elin', 'Finished the last coat, locked the shed, turned around, and there it was:'],
  [1623, 'elin', '[sea 1]'],
  [1619, 'mateo', 'Oh, that light.'],
  [
    1618,
    'mateo',
    'I saw only the inside of an oven all day, and even that was half a shade too dark.',
  ],
  [1604, 'elin', 'Then tomorrow you are coming out with us. No flour, no excuses.'],
  [31, 'mateo', 'Boat question. How many is “us”? It decides the number of buns.'],
  [
    29,
    'elin',
    'You, me, Amina if the seals let her go, and Jürgen, who says that he will “only watch”.',
  ],
  [28, 'mateo', 'So Jürgen will be steering.'],
  [28, 'mateo', 'Twelve buns, then.'],
  [
    22,
    'elin',
    'The way down, since they have closed the lower gate: https://maps.example.org/harbour/pier-4/north-side?from=bakery&walk=12min',
  ],
  [17, 'mateo', '[harbour 0]'],
  [16, 'mateo', 'From the roof just now. Not a breath of wind yet.'],
  [11, 'elin', 'It will come. Þórdís has promised, and it is never her fault.'],
  [5, 'mateo', 'Shall I bring the cello, or would that be showing off? 🎻'],
  [3, 'elin', 'It would be. Bring it.'],
];

/** Said last to Elin or Mateo, and not seen by them yet. */
export const UNSEEN_WORDS: readonly (readonly [to: PersonKey, ...Line])[] = [
  [
    'elin',
    8,
    'amina',
    'The harbour seals send their love. All four of them, and one has a new moustache.',
  ],

  ['elin', 41, 'grace', 'Are you sitting down?'],
  ['elin', 40, 'grace', 'The twins have built a boat.'],
  ['elin', 40, 'grace', 'Out of the shoe cupboard.'],
  ['elin', 39, 'grace', 'With the shoes still in it, as ballast. I quote: “for stability, Mama”.'],
  ['elin', 37, 'grace', 'They say you told them about ballast.'],
  ['elin', 36, 'grace', 'I am not angry. I am impressed, and I have no shoes.'],
  ['elin', 35, 'grace', '[plan 1]'],
  ['elin', 34, 'grace', 'This is the plan. They drew a PLAN. There is a crow’s nest.'],
  [
    'elin',
    30,
    'grace',
    'They want to know if Saturday is good for a “sea trial”. I said I would have to ask the expert.',
  ],
  ['elin', 29, 'grace', 'You are the expert.'],
  ['elin', 27, 'grace', 'Do not encourage them.'],
  ['elin', 26, 'grace', 'All right. Encourage them a little. 💛'],

  ['mateo', 12, 'luca', 'The new bridge is carved. I have not dared to put it on without you.'],
  ['mateo', 11, 'luca', 'It weighs 17.2 grams. The old one had 21.'],
  ['mateo', 9, 'luca', 'Come when the ovens are off? I want you to be the first who hears it.'],

  ['mateo', 95, 'beatriz', '¡Mateo! Llegó tu pan. Cinco días de viaje, y todavía canta. 🥖'],
];

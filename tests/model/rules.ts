/**
 * The rules that the model can do without, so that a test shows what each is for: left out at random in
 * `feed.test.ts`, by a short schedule in `scenarios.test.ts`, or in `privacy.test.ts`.
 * The number is that of the decision which states it.
 */
export const RULES = {
  'a hidden message moves only its sender’s number': 2,
  'whatever a person is told respects their marks': 3,
  'deleting for oneself moves no number of the other': 3,
  'a refused or empty change takes no number': 1,
  'told positions stand still during a block': 4,
  'what was reached during a block is not told when it is said again': 4,
  'a restored backup has another epoch': 5,
  'a restored backup never gives an id again': 5,
  'an event of another epoch only causes a fetch': 5,
  'a cursor below the floor is reset': 6,
  'the floor is per side': 6,
  'a reset drops what was held': 6,
  'an older page moves the cursor back': 7,
  'an answer never passes a cursor that was moved back': 7,
  'a stored page keeps its own number': 7,
  'the greatest turn of a summary wins': 8,
  'only what follows the cursor is applied': 10,
  'held rows are applied in their turn': 10,
  'a doubt during a fetch is kept': 10,
  'only a range that reaches the newest message grows': 11,
  'quotes follow their message': 11,
  'in the rooms before the cursors are told': 12,
  'after doubt the numbers are told': 13,
  'the numbers told after doubt include that of the marks': 13,
  'the key is looked up first': 14,
  'a refusal is remembered': 14,
  'a repeat does not move the cursor': 14,
  'a repeated edit answers the version that it made': 14,
  'a row with its key ends a send': 15,
  'a reaction of unknown outcome is dropped with the keys': 15,
  'an old operation waits until the device has caught up': 15,
  'an old send fails if its row may have been missed': 15,
  'an edit names the version that it changes': 18,
  'edits in a row from one device count on': 18,
  'what was tried is frozen': 21,
  'operations on an unsent message take its id': 21,
} as const;

export type Rule = keyof typeof RULES;
export type Rules = (rule: Rule) => boolean;

export const ALL_RULES: Rules = () => true;
export const without =
  (left: Rule): Rules =>
  (rule) =>
    rule !== left;

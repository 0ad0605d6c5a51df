/**
 * The rules that the model can do without, so that a test shows what each is for: left out at random in
 * `feed.test.ts`, or by a short schedule in `scenarios.test.ts`. The number is that of the decision which states it.
 */
export const RULES = {
  'a refused or empty change takes no number': 1,
  'a hidden message moves only its sender’s number': 2,
  'the greatest turn of a summary wins': 3,
  'told positions stand still during a block': 4,
  'what was reached during a block is not told when it is said again': 4,
  'a restored backup has another epoch': 5,
  'a restored backup never gives an id again': 5,
  'an event of another epoch only causes a fetch': 5,
  'a reset drops what was held': 6,
  'an older page moves the cursor back': 7,
  'an answer never passes a cursor that was moved back': 7,
  'a stored page keeps its own number': 7,
  'a page clears the pairs that it does not know of': 7,
  'a row is applied at once': 9,
  'the cursor moves along the chain': 9,
  'a doubt during a fetch is kept': 9,
  'only a range that reaches the newest message grows': 10,
  'quotes follow their message': 10,
  'in the rooms before the cursors are told': 11,
  'after doubt the devices are asked to catch up': 11,
  'the key of a send is found in its row for ever': 12,
  'the key is looked up first': 12,
  'a refusal is remembered': 12,
  'a repeat does not move the cursor': 12,
  'an old operation waits until the device has caught up': 13,
  'an old operation is not repeated without its key': 13,
  'an edit names the version that it changes': 16,
  'a repeated edit answers the version that it made': 16,
  'edits in a row from one device count on': 16,
  'what was tried is frozen': 19,
  'operations on an unsent message take its id': 19,
} as const;

export type Rule = keyof typeof RULES;
export type Rules = (rule: Rule) => boolean;

export const ALL_RULES: Rules = () => true;
export const without =
  (left: string): Rules =>
  (rule) =>
    rule !== left;

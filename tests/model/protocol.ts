/** What crosses the network of the model: operations, rows, calls, answers and events. */

export const PEOPLE = ['ana', 'ben'] as const;
export type Person = (typeof PEOPLE)[number];

export function otherThan(person: Person): Person {
  return person === 'ana' ? 'ben' : 'ana';
}

/** A message's place in the order of the store. Never used again, also not after a backup was restored. */
export type Id = number;

export const NO_MESSAGE: Id = 0;
/** Quoted by a reply whose target was discarded before it had an id. */
export const GONE: Id = -1;

export type Kind = 'send' | 'edit' | 'react' | 'delete' | 'see' | 'deliver';

/** One thing that a person does. Fields that a kind does not need have an empty value. */
export interface Operation {
  kind: Kind;
  /** A UUID in the real protocol; the same on every repeat. */
  key: string;
  /** The message acted on; the quoted one of a send; the end of the range of `see` and `deliver`. */
  target: Id;
  /** Of an edit: the version of the text that it changes. */
  version: number;
  /** Not sent, for the checks alone: the words that the person had before them when they edited. */
  basis: string;
  text: string;
  /** Of a reaction; null takes it back. */
  emoji: string | null;
}

/** Positions merge by maximum on the server, so that repeating them needs no key. */
export function hasKey({ kind }: Operation): boolean {
  return kind !== 'see' && kind !== 'deliver';
}

/** A message as one person may see it. `text: null` is a tombstone, which holds nothing else either. */
export interface Row {
  id: Id;
  change: number;
  sender: Person;
  /** Told to the sender alone, also with a tombstone. */
  key?: string;
  text: string | null;
  /** The number at which the text was last changed. */
  version: number;
  reactions: Partial<Record<Person, string>>;
  quote?: Quote;
}

/** What a reply shows of its target, and the number of the target's last change. */
export interface Quote {
  id: Id;
  text: string | null;
  change: number;
}

/** What one person is told about the conversation besides its rows. The greatest `turn` wins. */
export interface Summary {
  turn: number;
  unseen: number;
  /** How far this person has seen. */
  ownSeen: Id;
  /** How far the other has seen and received, as far as this person is told. */
  seen: Id;
  delivered: Id;
  newest: Id;
}

export type Request =
  | { call: 'operate'; operation: Operation }
  | { call: 'page'; before: Id }
  | { call: 'changes'; epoch: string; after: number }
  /** With what the device knows; absent when it knows nothing. */
  | { call: 'connect'; known?: { epoch: string; number: number; turn: number } };

export type Outcome = 'done' | 'refused: gone' | 'refused: version' | 'refused: blocked';

/** The change of one row in the chain of one side. Without `before` it does not move the cursor. */
export interface RowChange {
  row: Row;
  before?: number;
}

export type Answer = { epoch: string; summary: Summary } & (
  | {
      call: 'operate';
      outcome: Outcome;
      /** The version that an edit made, also on a repeat. */
      version: number;
      id: Id;
      change?: RowChange;
    }
  | { call: 'page'; rows: Row[]; low: Id; high: Id; number: number }
  | { call: 'changes'; rows: Row[]; number: number; hasMore: boolean }
  | { call: 'reset' }
  | { call: 'connect'; isBehind: boolean }
);

export type Event = { epoch: string } & (
  | { event: 'row'; change: RowChange; isSilent: boolean; summary: Summary }
  | { event: 'summary'; summary: Summary }
  /** After doubt: the device connects again with what it knows. */
  | { event: 'catch up' }
);

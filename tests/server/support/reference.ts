/**
 * The plain meaning of the message actions: what each of two people should see, given what happened in which order. It
 * knows no feed, number, cursor or device, and decides by itself which operations are refused. Without replies,
 * forwarding and pictures.
 */
export type Person = 'ana' | 'ben';

export const otherThan = (person: Person): Person => (person === 'ana' ? 'ben' : 'ana');

/** A message's place in the order of the store. */
export type Id = number;

export const NO_MESSAGE: Id = 0;

/** One thing that a person does. Fields that a kind does not need have any value. */
export interface Operation {
  kind: 'send' | 'edit' | 'react' | 'delete' | 'see' | 'deliver';
  /** The sent message, or the one acted on; the end of the range of `see` and `deliver`. */
  id: Id;
  /** The words that the person had before them when they edited. */
  basis: string;
  text: string;
  /** Of a reaction; null takes it back. */
  emoji: string | null;
}

export type Outcome = 'done' | 'refused: gone' | 'refused: version' | 'refused: blocked';

/** What happened: an operation that the store decided on, or a block. */
export type LogEntry =
  | { person: Person; operation: Operation; outcome: Outcome }
  | { person: Person; blocks: boolean };

interface View {
  rows: Pick<Message, 'id' | 'text' | 'reactions'>[];
  unseen: number;
  /** How far the other has seen and received, as told. */
  seen: Id;
  delivered: Id;
  newest: Id;
}

interface Message {
  id: Id;
  sender: Person;
  text: string;
  reactions: Partial<Record<Person, string>>;
  isHidden: boolean;
  isErased: boolean;
  seen: boolean;
}

const createPositions = () => ({
  ana: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
  ben: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
});

export class Reference {
  private readonly messages = new Map<Id, Message>();
  private readonly blockers = new Set<Person>();
  /** What the other one is told of how far this person has come. */
  private readonly told = createPositions();
  private readonly reached = createPositions();

  /** Throws when the store decided otherwise than the meaning has it. */
  static of(log: readonly LogEntry[]): Reference {
    const reference = new Reference();
    for (const entry of log) {
      const { person } = entry;
      if ('blocks' in entry) {
        if (entry.blocks) reference.blockers.add(person);
        else reference.blockers.delete(person);
        continue;
      }
      const { operation, outcome } = entry;
      const meant = reference.act(person, operation, outcome === 'refused: version');
      if (meant !== outcome) throw new Error(`${operation.kind}: ${outcome}, meant: ${meant}`);
    }
    return reference;
  }

  viewOf(person: Person): View {
    const mine = [...this.messages.values()].filter((message) => isShown(message, person));
    const { seen, delivered } = this.told[otherThan(person)];
    return {
      rows: mine.map(({ id, text, reactions }) => ({ id, text, reactions })),
      unseen: mine.filter(({ sender, seen }) => sender !== person && !seen).length,
      seen,
      // What was delivered during a block is told with what is seen after it.
      delivered: Math.max(seen, delivered),
      newest: mine.at(-1)?.id ?? NO_MESSAGE,
    };
  }

  private act(person: Person, operation: Operation, isTooLate: boolean): Outcome {
    const { kind, id, text, basis, emoji } = operation;
    const isBlocking = this.blockers.has(person);
    if (kind === 'see' || kind === 'deliver') {
      this.passOver(person, kind, id);
      return 'done';
    }
    if (kind === 'send') {
      if (isBlocking) return 'refused: blocked';
      const isHidden = this.blockers.has(otherThan(person));
      const rest = { reactions: {}, isHidden, isErased: false, seen: false };
      this.messages.set(id, { id, sender: person, text, ...rest });
      return 'done';
    }
    const message = this.messages.get(id);
    if (!message || message.isErased) return 'refused: gone';
    if (kind === 'delete') {
      message.isErased = true;
      return 'done';
    }
    if (!isShown(message, person)) return 'refused: gone';
    if (isBlocking) return 'refused: blocked';
    if (kind === 'react') {
      if (emoji === null) delete message.reactions[person];
      else message.reactions[person] = emoji;
      return 'done';
    }
    if (message.text === text) return 'done';
    // Nobody overwrites words that they have not seen. Words that came back may be refused, too.
    if (message.text !== basis || isTooLate) return 'refused: version';
    message.text = text;
    return 'done';
  }

  private passOver(person: Person, kind: 'see' | 'deliver', id: Id): void {
    for (const step of kind === 'see'
      ? (['seen', 'delivered'] as const)
      : (['delivered'] as const)) {
      // What was reached while the other one was blocked is never told, also when it is said again afterwards.
      if (id <= this.reached[person][step]) continue;
      this.reached[person][step] = id;
      if (!this.blockers.has(person)) this.told[person][step] = id;
    }
    if (kind === 'deliver') return;
    for (const message of this.messages.values()) {
      if (message.sender !== person && message.id <= id) message.seen = true;
    }
  }
}

function isShown({ isHidden, isErased, sender }: Message, person: Person): boolean {
  return !isErased && !(isHidden && sender !== person);
}

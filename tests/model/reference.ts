/**
 * The change feed's reference model begins here. In reading order: this file, what was meant; `protocol.ts`, what
 * crosses the network; `server.ts`, `client.ts` and `outbox.ts`; `network.ts`, which loses and reorders;
 * `schedules.ts`, what happens and what has to be true then; `rules.ts`, what the model can do without, and with
 * which test that is found out.
 *
 * Not modelled: forwarding, pictures, several nodes with clocks (doubt is told by one server), the 300 ms that a pair
 * waits, and the 5 s before a deletion leaves.
 *
 * The plain meaning of the message actions: what each person should see, given what happened in which order.
 * It knows no feed, number, cursor or device, and decides by itself which operations are refused.
 */
import {
  GONE,
  type Id,
  NO_MESSAGE,
  type Operation,
  type Outcome,
  otherThan,
  type Person,
} from './protocol.ts';

/** What happened: an operation that the store decided on, or a block. `id` is that of a sent message. */
export type LogEntry =
  | { person: Person; operation: Operation; id: Id; outcome: Outcome }
  | { person: Person; blocks: boolean };

export interface ShownRow {
  id: Id;
  text: string;
  reactions: Partial<Record<Person, string>>;
  /** Null: the quoted message is gone for this person. */
  quote?: string | null;
}

export interface View {
  rows: ShownRow[];
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
  quotes: Id;
  isHidden: boolean;
  isErased: boolean;
  seen: boolean;
}

export class Reference {
  private readonly messages = new Map<Id, Message>();
  private readonly blockers = new Set<Person>();
  /** What the other one is told of how far this person has come. */
  private readonly told = {
    ana: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
    ben: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
  };
  private readonly reached = {
    ana: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
    ben: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
  };

  /** Throws when the store decided otherwise than the meaning has it, or let one key count twice. */
  static of(log: readonly LogEntry[]): Reference {
    const reference = new Reference();
    const done = new Set<string>();
    for (const entry of log) {
      if ('blocks' in entry) {
        reference.setBlock(entry.person, entry.blocks);
        continue;
      }
      const { operation, outcome } = entry;
      const meant = reference.act(
        entry.person,
        operation,
        entry.id,
        outcome === 'refused: version',
      );
      if (meant !== outcome) {
        throw new Error(`${operation.kind} ${operation.key}: ${outcome}, meant: ${meant}`);
      }
      if (outcome !== 'done' || operation.key === '') continue;

      if (done.has(operation.key) && operation.kind !== 'edit') {
        throw new Error(`${operation.kind} ${operation.key} took effect twice`);
      }
      done.add(operation.key);
    }
    return reference;
  }

  viewOf(person: Person): View {
    const mine = [...this.messages.values()].filter((message) => isShown(message, person));
    const told = this.told[otherThan(person)];
    return {
      rows: mine.map((message) => ({
        id: message.id,
        text: message.text,
        reactions: message.reactions,
        ...(message.quotes !== NO_MESSAGE && { quote: this.quoteFor(person, message.quotes) }),
      })),
      unseen: mine.filter(({ sender, seen }) => sender !== person && !seen).length,
      seen: told.seen,
      delivered: told.delivered,
      newest: mine.at(-1)?.id ?? NO_MESSAGE,
    };
  }

  isBlocking(person: Person): boolean {
    return this.blockers.has(person);
  }

  private quoteFor(person: Person, id: Id): string | null {
    const quoted = this.messages.get(id);
    return quoted && isShown(quoted, person) ? quoted.text : null;
  }

  private setBlock(person: Person, blocks: boolean): void {
    if (blocks) this.blockers.add(person);
    else this.blockers.delete(person);
  }

  private act(person: Person, operation: Operation, id: Id, isTooLate: boolean): Outcome {
    const other = otherThan(person);
    const { kind, target, text } = operation;
    if (kind === 'see' || kind === 'deliver') {
      this.passOver(person, kind, target);
      return 'done';
    }
    if (kind === 'send') {
      if (this.blockers.has(person)) return 'refused: blocked';
      this.messages.set(id, {
        id,
        sender: person,
        text,
        reactions: {},
        quotes: target === NO_MESSAGE || this.messages.has(target) ? target : GONE,
        isHidden: this.blockers.has(other),
        isErased: false,
        seen: false,
      });
      return 'done';
    }
    const message = this.messages.get(target);
    if (!message || message.isErased) return 'refused: gone';
    if (kind === 'delete') {
      message.isErased = true;
      return 'done';
    }
    if (!isShown(message, person)) return 'refused: gone';
    switch (kind) {
      case 'edit':
        if (this.blockers.has(person)) return 'refused: blocked';
        if (message.text === text) return 'done';
        // Nobody overwrites words that they have not seen. Words that came back may be refused, too.
        if (message.text !== operation.basis || isTooLate) return 'refused: version';
        message.text = text;
        return 'done';
      case 'react':
        if (this.blockers.has(person)) return 'refused: blocked';
        if (operation.emoji === null) delete message.reactions[person];
        else message.reactions[person] = operation.emoji;
        return 'done';
    }
  }

  private passOver(person: Person, kind: 'see' | 'deliver', target: Id): void {
    const told = this.told[person];
    const reached = this.reached[person];
    for (const step of kind === 'see'
      ? (['seen', 'delivered'] as const)
      : (['delivered'] as const)) {
      // What was reached while the other one was blocked is never told, also when it is said again afterwards.
      if (target <= reached[step]) continue;
      reached[step] = target;
      if (!this.blockers.has(person)) told[step] = target;
    }
    if (kind === 'deliver') return;
    for (const message of this.messages.values()) {
      if (message.sender !== person && message.id <= target) message.seen = true;
    }
  }
}

function isShown(message: Message, person: Person): boolean {
  const isHidden = message.isHidden && message.sender !== person;
  return !isHidden && !message.isErased;
}

/**
 * The server of the model: one conversation in one store, and what it tells whom.
 * A call is decided and committed at once; losing answers and events is the network's affair.
 */
import {
  type Answer,
  type Event,
  GONE,
  hasKey,
  type Id,
  NO_MESSAGE,
  type Operation,
  type Outcome,
  otherThan,
  PEOPLE,
  type Person,
  type Quote,
  type Request,
  type Row,
  type RowChange,
  type Summary,
} from './protocol.ts';
import type { LogEntry } from './reference.ts';
import type { Rules } from './rules.ts';

/** Small, so that short schedules reach them. */
const PAGE_SIZE = 3;
const CHANGES_SIZE = 2;
const MOST_TOLD = 7;
/** More than any restored backup can have lost. */
const JUMP = 1_000;

interface Message {
  id: Id;
  change: number;
  sender: Person;
  key: string;
  text: string | null;
  /** The number at which the text was last changed: after a restored backup no version comes again. */
  version: number;
  reactions: Partial<Record<Person, string>>;
  quotes: Id;
  isHidden: boolean;
}

interface Side {
  number: number;
  reached: { seen: Id; delivered: Id };
  /** What the other side is told of them. */
  told: { seen: Id; delivered: Id };
  summary: Summary;
  blocks: boolean;
}

interface Remembered {
  outcome: Outcome;
  version: number;
  id: Id;
}

/** Everything that is on disk, and so in a backup. */
export interface Store {
  epoch: string;
  counter: number;
  messages: Map<Id, Message>;
  sides: Record<Person, Side>;
  operations: Map<string, Remembered>;
  log: LogEntry[];
}

export interface Told {
  person: Person;
  event: Event;
}

/** What a call did: its answer, and the events for everybody but the connection that made it. */
export interface Handled {
  answer: Answer;
  told: Told[];
}

function newSide(): Side {
  return {
    number: 0,
    reached: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
    told: { seen: NO_MESSAGE, delivered: NO_MESSAGE },
    summary: { turn: 0, unseen: 0, ownSeen: 0, seen: 0, delivered: 0, newest: 0 },
    blocks: false,
  };
}

export class Server {
  store: Store = {
    epoch: 'epoch 1',
    counter: 0,
    messages: new Map(),
    sides: { ana: newSide(), ben: newSide() },
    operations: new Map(),
    log: [],
  };
  private openings = 1;
  private readonly keeps: Rules;

  constructor(keeps: Rules) {
    this.keeps = keeps;
  }

  backUp(): Store {
    return structuredClone(this.store);
  }

  /** Opens a backup copy: a new epoch, and ids above all that the lost part can have given. */
  restore(backup: Store): void {
    this.store = structuredClone(backup);
    this.openings += 1;
    if (this.keeps('a restored backup has another epoch')) {
      this.store.epoch = `epoch ${this.openings}`;
    }
    if (this.keeps('a restored backup never gives an id again')) {
      this.store.counter += JUMP * this.openings;
    }
  }

  /** A change in another conversation of the same store. */
  writeElsewhere(): void {
    this.store.counter += 1;
  }

  setBlock(person: Person, blocks: boolean): void {
    this.store.sides[person].blocks = blocks;
    this.store.log.push({ person, blocks });
  }

  /** 48 hours pass. A send's key stays in its row. */
  forgetKeys(): void {
    const { operations, messages } = this.store;
    for (const [key, { id }] of operations) {
      const isInRow = messages.get(id)?.key === key;
      if (!isInRow || !this.keeps('the key of a send is found in its row for ever')) {
        operations.delete(key);
      }
    }
  }

  handle(person: Person, request: Request): Handled {
    const { store } = this;
    const side = store.sides[person];
    const always = () => ({ epoch: store.epoch, summary: side.summary });
    switch (request.call) {
      case 'operate':
        return this.operate(person, request.operation);
      case 'page': {
        const visible = this.visibleTo(person)
          .filter(({ id }) => id < request.before)
          .sort((a, b) => a.id - b.id);
        const rows = visible.slice(-PAGE_SIZE).map((message) => this.tell(person, message));
        const low = visible.length > PAGE_SIZE ? (rows[0]?.id ?? 0) : 0;
        const page = { rows, low, high: request.before - 1, number: side.number };
        return { answer: { call: 'page', ...page, ...always() }, told: [] };
      }
      case 'changes':
        return { answer: { ...this.changesAfter(person, request), ...always() }, told: [] };
      case 'connect': {
        const { known } = request;
        const isSame =
          known?.epoch === store.epoch &&
          known.number === side.number &&
          known.turn === side.summary.turn;
        return { answer: { call: 'connect', isBehind: !isSame, ...always() }, told: [] };
      }
    }
  }

  private isVisible(person: Person, message: Message): boolean {
    return !message.isHidden || message.sender === person;
  }

  private visibleTo(person: Person): Message[] {
    return [...this.store.messages.values()].filter((message) => this.isVisible(person, message));
  }

  private tell(person: Person, message: Message): Row {
    const { id, change, sender, key, text, version, reactions, quotes } = message;
    const own = sender === person && { key };
    if (text === null) {
      return { id, change, sender, ...own, text: null, version: 0, reactions: {} };
    }
    const quote = quotes !== NO_MESSAGE && { quote: this.quoteFor(person, quotes) };
    return { id, change, sender, ...own, text, version, reactions: { ...reactions }, ...quote };
  }

  private quoteFor(person: Person, id: Id): Quote {
    const quoted = this.store.messages.get(id);
    if (!quoted || !this.isVisible(person, quoted)) return { id, text: null, change: Infinity };
    return { id, text: quoted.text, change: quoted.change };
  }

  private changesAfter(person: Person, { epoch, after }: { epoch: string; after: number }) {
    const side = this.store.sides[person];
    const changed = this.visibleTo(person)
      .filter(({ change }) => change > after)
      .sort((a, b) => a.change - b.change);
    const isTooMuch = changed.length > MOST_TOLD;
    if (epoch !== this.store.epoch || after > side.number || isTooMuch) {
      return { call: 'reset' as const };
    }
    const rows = changed.slice(0, CHANGES_SIZE).map((message) => this.tell(person, message));
    const hasMore = changed.length > rows.length;
    const number = (hasMore && rows.at(-1)?.change) || side.number;
    return { call: 'changes' as const, rows, number, hasMore };
  }

  private operate(person: Person, operation: Operation): Handled {
    const { store } = this;
    const isKeyed = hasKey(operation);
    const found = isKeyed ? store.operations.get(operation.key) : undefined;
    const isRefused = found !== undefined && found.outcome !== 'done';
    const isRepeat =
      found !== undefined &&
      (this.keeps('the key is looked up first') || !store.sides[person].blocks) &&
      (this.keeps('a refusal is remembered') || !isRefused);
    if (isRepeat) return { answer: this.repeat(person, found), told: [] };

    const before = { ana: store.sides.ana.number, ben: store.sides.ben.number };
    const effect = this.apply(person, operation);
    const { outcome, message } = effect;
    if (outcome !== 'done' && !this.keeps('a refused or empty change takes no number')) {
      store.counter += 1;
      for (const one of PEOPLE) store.sides[one].number = store.counter;
    }
    const id = message?.id ?? NO_MESSAGE;
    const version = message?.version ?? 0;
    store.log.push({ person, operation: structuredClone(operation), id, outcome });
    if (isKeyed) store.operations.set(operation.key, { outcome, version, id });

    const told: Told[] = [];
    let change: RowChange | undefined;
    for (const one of PEOPLE) {
      const side = store.sides[one];
      const isNews = this.renewSummary(one);
      const always = { epoch: store.epoch, summary: side.summary };
      if (effect.isChanged && message && this.isVisible(one, message)) {
        const rowChange = { row: this.tell(one, message), before: before[one] };
        if (one === person) change = rowChange;
        // To somebody who blocks the one who acted: neither a notification nor a count.
        const isSilent = one !== person && side.blocks;
        told.push({ person: one, event: { event: 'row', change: rowChange, isSilent, ...always } });
      } else if (isNews) {
        told.push({ person: one, event: { event: 'summary', ...always } });
      }
    }
    const answer: Answer = {
      call: 'operate',
      outcome,
      version,
      id,
      ...(change && { change }),
      epoch: store.epoch,
      summary: store.sides[person].summary,
    };
    return { answer, told };
  }

  /** The state as it is now, with what this operation itself came to. */
  private repeat(person: Person, found: Remembered): Answer {
    const { epoch, messages, sides } = this.store;
    const message = messages.get(found.id);
    const ownVersion = this.keeps('a repeated edit answers the version that it made');
    const version = ownVersion ? found.version : (message?.version ?? found.version);
    const row = message && this.isVisible(person, message) && this.tell(person, message);
    const moves = !this.keeps('a repeat does not move the cursor') && { before: 0 };
    return {
      call: 'operate',
      outcome: found.outcome,
      version,
      id: found.id,
      ...(row && { change: { row, ...moves } }),
      epoch,
      summary: sides[person].summary,
    };
  }

  private apply(
    person: Person,
    operation: Operation,
  ): { outcome: Outcome; message?: Message; isChanged?: boolean } {
    const { store } = this;
    const side = store.sides[person];
    const { kind, target } = operation;
    switch (kind) {
      case 'see':
      case 'deliver':
        this.reach(side, kind === 'see' ? ['seen', 'delivered'] : ['delivered'], target);
        return { outcome: 'done' };
      case 'send': {
        if (side.blocks) return { outcome: 'refused: blocked' };
        const quotes = target === NO_MESSAGE || store.messages.has(target) ? target : GONE;
        const message: Message = {
          id: store.counter + 1,
          change: 0,
          sender: person,
          key: operation.key,
          text: operation.text,
          version: 0,
          reactions: {},
          quotes,
          isHidden: store.sides[otherThan(person)].blocks,
        };
        store.messages.set(message.id, message);
        this.number(message);
        message.version = message.change;
        return { outcome: 'done', message, isChanged: true };
      }
    }
    const message = store.messages.get(target);
    if (!message || message.text === null) return { outcome: 'refused: gone' };
    if (kind === 'delete') {
      message.text = null;
      message.reactions = {};
      message.version = 0;
      this.number(message);
      return { outcome: 'done', message, isChanged: true };
    }
    if (!this.isVisible(person, message)) {
      return { outcome: 'refused: gone' };
    }
    switch (kind) {
      case 'edit': {
        if (side.blocks) return { outcome: 'refused: blocked' };
        // Before the version: a repeat whose key is forgotten is done if its text stands.
        if (message.text === operation.text) return { outcome: 'done', message };
        const isOld = message.version !== operation.version;
        if (isOld && this.keeps('an edit names the version that it changes')) {
          return { outcome: 'refused: version', message };
        }
        message.text = operation.text;
        this.number(message);
        message.version = message.change;
        return { outcome: 'done', message, isChanged: true };
      }
      case 'react': {
        if (side.blocks) return { outcome: 'refused: blocked' };
        if ((message.reactions[person] ?? null) === operation.emoji) {
          return { outcome: 'done', message };
        }
        if (operation.emoji === null) delete message.reactions[person];
        else message.reactions[person] = operation.emoji;
        this.number(message);
        return { outcome: 'done', message, isChanged: true };
      }
    }
  }

  /** Gives the changed message the next number of the store, and with it every side that may see it. */
  private number(message: Message): void {
    const { store } = this;
    store.counter += 1;
    message.change = store.counter;
    for (const person of PEOPLE) {
      const isAlone = this.keeps('a hidden message moves only its sender’s number');
      if (this.isVisible(person, message) || !isAlone) {
        store.sides[person].number = store.counter;
      }
    }
  }

  private reach(side: Side, steps: ('seen' | 'delivered')[], target: Id): void {
    for (const step of steps) {
      const isNew = target > side.reached[step];
      side.reached[step] = Math.max(side.reached[step], target);
      if (
        !isNew &&
        this.keeps('what was reached during a block is not told when it is said again')
      ) {
        continue;
      }
      if (side.blocks && this.keeps('told positions stand still during a block')) continue;
      side.told[step] = Math.max(side.told[step], target);
    }
  }

  /** Whether anything in it has changed. */
  private renewSummary(person: Person): boolean {
    const side = this.store.sides[person];
    const { told } = this.store.sides[otherThan(person)];
    const shown = this.visibleTo(person).filter(({ text }) => text !== null);
    const next: Summary = {
      turn: side.summary.turn,
      unseen: shown.filter(({ sender, id }) => sender !== person && id > side.reached.seen).length,
      ownSeen: side.reached.seen,
      seen: told.seen,
      delivered: told.delivered,
      newest: Math.max(NO_MESSAGE, ...shown.map(({ id }) => id)),
    };
    if (JSON.stringify(next) === JSON.stringify(side.summary)) return false;
    side.summary = { ...next, turn: next.turn + 1 };
    return true;
  }
}

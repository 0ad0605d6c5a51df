/** One device of one person: what it holds of the conversation, and how events and answers change that. */
import { newOperation, Outbox, type Outgoing } from './outbox.ts';
import {
  type Answer,
  type Event,
  type Id,
  type Kind,
  NO_MESSAGE,
  type Operation,
  type Person,
  type Quote,
  type Request,
  type Row,
  type RowChange,
  type Summary,
} from './protocol.ts';
import type { ShownRow, View } from './reference.ts';
import type { Rules } from './rules.ts';

/** Ids from `low` to `high`, both included, that are known without a hole. To Infinity: up to the newest. */
interface Range {
  low: Id;
  high: Id;
}

interface StoredPage extends Range {
  epoch: string;
  /** As of which the page is true. */
  number: number;
  rows: Row[];
  quotes: Quote[];
}

interface Stored {
  pages: StoredPage[];
  /** The cursor when a page was last written: none of the pages' own. */
  number: number;
}

/** A link of the chain along which the cursor moves. */
interface Pair {
  epoch: string;
  before: number;
  change: number;
}

type Asked =
  | { call: 'connect' }
  | { call: 'page'; before: Id }
  | { call: 'changes'; from: number }
  | { call: 'operate'; entry: Outgoing };

const NEWEST = Number.POSITIVE_INFINITY;

export class Client {
  readonly name: string;
  readonly person: Person;
  readonly outbox: Outbox;
  isOnline = false;
  /** Counts connections: nothing that was meant for an earlier one arrives. */
  connection = 0;
  /** Whether the server may send it events: it is in the rooms of its person. */
  isInRooms = false;

  /** Whether it tells by itself that messages have reached it. */
  confirmsDelivery = true;

  private epoch: string | undefined;
  private cursor: number | undefined;
  private ranges: Range[] = [];
  private rows = new Map<Id, Row>();
  private quotes = new Map<Id, Quote>();
  /** Those that do not connect yet. */
  private pairs: Pair[] = [];
  private summary: Summary | undefined;
  private deliveredTo = NO_MESSAGE;

  private mustConnect = false;
  private mustFetch = false;
  private wantedPage: Id | undefined;

  private stored: Stored = { pages: [], number: 0 };
  private asked = new Map<number, Asked>();
  private lastAsked = 0;
  private lastKey = 0;
  private readonly keeps: Rules;
  private readonly transmit: (id: number, request: Request) => void;

  constructor(
    name: string,
    person: Person,
    keeps: Rules,
    transmit: (client: Client, id: number, request: Request) => void,
  ) {
    this.name = name;
    this.person = person;
    this.keeps = keeps;
    this.outbox = new Outbox(keeps);
    this.transmit = (id, request) => transmit(this, id, request);
  }

  goOnline(): void {
    this.goOffline();
    this.isOnline = true;
    this.isInRooms = this.keeps('in the rooms before the cursors are told');
    this.mustConnect = true;
    this.pump();
  }

  goOffline(): void {
    this.isOnline = false;
    this.isInRooms = false;
    this.connection += 1;
    this.giveUp();
  }

  /** Time passes: what was not answered is asked again, and pairs have waited long enough. */
  wait(): void {
    this.giveUp();
    if (this.pairs.length > 0) this.mustFetch = true;
    this.pump();
  }

  /** Begins anew with one page of what is stored, or with none. */
  reload(pick: number): void {
    const wasOnline = this.isOnline;
    this.goOffline();
    this.forget();
    const page = this.stored.pages[pick % (this.stored.pages.length + 1)];
    if (page) this.openStored(page);
    if (wasOnline) this.goOnline();
  }

  /** 48 h pass. */
  age(): void {
    this.outbox.age();
    if (this.isOnline) this.goOnline();
  }

  /** Writes one range, with the cursor as of which it is true. */
  store(pick: number): void {
    const range = this.ranges[pick % Math.max(1, this.ranges.length)];
    if (!range || this.cursor === undefined || this.epoch === undefined) return;
    const rows = [...this.rows.values()].filter(({ id }) => isIn(range, id));
    const quotes = rows.flatMap(({ quote }) => (quote && this.quotes.get(quote.id)) ?? []);
    const page = { ...range, epoch: this.epoch, number: this.cursor, rows, quotes };
    const others = this.stored.pages.filter(({ low }) => low !== range.low);
    this.stored = { pages: [...others, page], number: this.cursor };
  }

  /** The reader scrolls to a page that is stored. */
  openOneStored(pick: number): void {
    const page = this.stored.pages[pick % Math.max(1, this.stored.pages.length)];
    if (page) this.openStored(page);
    this.pump();
  }

  /** The reader scrolls up, or jumps to where there is no page yet. */
  readPage(pick: number): void {
    const known = [...this.rows.keys()].sort((a, b) => a - b);
    const starts = [NEWEST, ...this.ranges.map(({ low }) => low), ...known];
    this.wantedPage = starts[pick % starts.length];
    this.pump();
  }

  /** The reader goes far up: the range that reaches the newest message leaves memory. */
  dropTail(): void {
    this.ranges = this.ranges.filter(({ high }) => high !== NEWEST);
    this.keepRowsInRanges();
  }

  /** Reads a page that is missing between the first and the newest message; false when there is none. */
  readMissing(): boolean {
    let low = NEWEST;
    for (const range of [...this.ranges].sort((a, b) => b.high - a.high)) {
      if (range.high < low - 1) break;
      low = Math.min(low, range.low);
    }
    if (low <= 1) return false;
    this.wantedPage = low;
    this.pump();
    return true;
  }

  /** What the person would do by this device; undefined where there is nothing to do it to. */
  act(kind: Kind, pick: number): Operation | undefined {
    this.lastKey += 1;
    const key = `${this.name}.${this.lastKey}`;
    const text = pick % 5 === 0 ? 'the same words' : `words of ${key}`;
    const emoji = [null, '+', '-'][pick % 3] ?? null;
    const given = { kind, key, text, emoji };
    switch (kind) {
      case 'see': {
        const target = Math.max(0, ...this.inTail(this.incoming()).map(({ id }) => id));
        if (target <= (this.summary?.ownSeen ?? 0)) return undefined;
        return this.begin({ ...given, key: '', target });
      }
      case 'send': {
        const quoted = this.chooseTarget(pick >> 2, () => true);
        return this.begin(given, pick % 2 ? quoted : undefined);
      }
      case 'deliver':
        return undefined;
      default: {
        const isOwn = kind === 'edit' || kind === 'delete';
        const chosen = this.chooseTarget(pick, (sender) => !isOwn || sender === this.person);
        return chosen === undefined ? undefined : this.begin(given, chosen);
      }
    }
  }

  /** Takes an operation over as it is. */
  repeat(operation: Operation): void {
    this.outbox.add(operation);
    this.pump();
  }

  viewOf(): View & { ownSeen: Id } {
    const { unseen, seen, delivered, newest, ownSeen } = this.summary ?? {
      unseen: -1,
      seen: -1,
      delivered: -1,
      newest: -1,
      ownSeen: -1,
    };
    return { rows: this.shownRows(), unseen, seen, delivered, newest, ownSeen };
  }

  isHolding(id: Id): boolean {
    return this.ranges.some((range) => isIn(range, id));
  }

  takeEvent(event: Event): void {
    const isForeign = this.isForeign(event.epoch);
    if (event.event === 'catch up') this.mustConnect = true;
    else if (isForeign && this.keeps('an event of another epoch only causes a fetch')) {
      this.mustFetch = true;
    } else {
      const epoch = isForeign ? (this.epoch ?? '') : event.epoch;
      if (event.event === 'row') this.takeChange(epoch, event.change);
      this.takeSummary(epoch, event.summary);
    }
    this.pump();
  }

  takeAnswer(id: number, answer: Answer): void {
    const asked = this.asked.get(id);
    if (!asked) return;
    this.asked.delete(id);
    if (asked.call === 'operate' && answer.call === 'operate') {
      if (answer.change) this.outbox.noticeRow(answer.change.row);
      this.outbox.take(asked.entry, answer);
    }
    if (asked.call === 'page' && asked.before === this.wantedPage) this.wantedPage = undefined;
    if (answer.call === 'connect') this.isInRooms = true;
    if (answer.call === 'reset') this.reset();
    else if (this.isForeign(answer.epoch)) this.mustFetch = true;
    else {
      if (answer.call === 'connect' && answer.isBehind) this.mustFetch = true;
      if (answer.call === 'operate' && answer.change) {
        this.takeChange(answer.epoch, answer.change);
      }
      if (answer.call === 'page') {
        this.addPage(answer, answer.epoch, answer.number, answer.rows);
      }
      if (answer.call === 'changes' && asked.call === 'changes') {
        if (!this.keeps('a doubt during a fetch is kept')) this.mustFetch = false;
        this.takeChanges(answer, asked.from);
      }
      this.takeSummary(answer.epoch, answer.summary);
    }
    this.pump();
  }

  private isForeign(epoch: string): boolean {
    return this.epoch !== undefined && this.epoch !== epoch;
  }

  private takeChange(epoch: string, { row, before }: RowChange): void {
    this.outbox.noticeRow(row);
    if (this.cursor === undefined) {
      // The first page may have been read before it.
      this.mustFetch = true;
      return;
    }
    if (before === undefined) {
      // A repeat: the row as it is now, whatever has happened between.
      this.takeRow(row);
      if (row.change > this.cursor) this.mustFetch = true;
      return;
    }
    if (this.keeps('a row is applied at once') || before <= this.cursor) this.takeRow(row);
    if (row.change <= this.cursor) return;
    this.pairs.push({ epoch, before, change: row.change });
    this.follow();
  }

  /** Moves the cursor as far as the chain reaches; other pairs wait for what is missing. */
  private follow(): void {
    if (this.cursor === undefined) return;
    const ordered = [...this.pairs].sort((a, b) => a.change - b.change);
    this.pairs = [];
    for (const pair of ordered) {
      if (pair.epoch !== this.epoch) {
        this.mustFetch = true;
        continue;
      }
      if (pair.change <= this.cursor) continue;
      if (pair.before <= this.cursor || !this.keeps('the cursor moves along the chain')) {
        this.cursor = pair.change;
      } else this.pairs.push(pair);
    }
  }

  private takeRow(row: Row): void {
    this.outbox.noticeRow(row);
    this.takeQuote(row.quote);
    // Also of a message that nothing quotes yet: an older reply to it may come after its change.
    if (this.keeps('quotes follow their message')) {
      this.takeQuote({ id: row.id, text: row.text, change: row.change });
    }
    if (
      !this.isHolding(row.id) &&
      !this.keeps('only a range that reaches the newest message grows')
    ) {
      const last = [...this.ranges].sort((a, b) => a.high - b.high).at(-1);
      if (last && row.id > last.high) last.high = row.id;
    }
    if (!this.isHolding(row.id)) return;
    const known = this.rows.get(row.id);
    if (!known || row.change >= known.change) this.rows.set(row.id, row);
    const isNews = row.sender !== this.person && row.text !== null && row.id > this.deliveredTo;
    if (!isNews || !this.confirmsDelivery) return;
    this.deliveredTo = row.id;
    this.outbox.add(newOperation({ kind: 'deliver', target: row.id }));
  }

  private takeQuote(quote: Quote | undefined): void {
    if (!quote) return;
    const known = this.quotes.get(quote.id);
    if (!known || quote.change >= known.change) this.quotes.set(quote.id, quote);
  }

  private takeChanges(answer: Answer & { call: 'changes' }, from: number): void {
    for (const row of answer.rows) this.takeRow(row);
    if (this.cursor === undefined) return;
    const isWhole =
      this.cursor >= from || !this.keeps('an answer never passes a cursor that was moved back');
    if (isWhole) this.cursor = Math.max(this.cursor, answer.number);
    this.follow();
    if (answer.hasMore || this.cursor < from) this.mustFetch = true;
  }

  private addPage(range: Range, epoch: string, number: number, rows: readonly Row[]): void {
    if (this.cursor === undefined) {
      this.epoch = epoch;
      this.cursor = number;
    } else if (number < this.cursor) {
      // The page misses changes that were not applied to it, since it was not held.
      if (this.keeps('an older page moves the cursor back')) this.cursor = number;
      this.mustFetch = true;
    } else if (number > this.cursor) this.mustFetch = true;
    const isBelowPairs = this.pairs.some(({ change }) => change > number);
    if (isBelowPairs && this.keeps('a page clears the pairs that it does not know of')) {
      // Their rows were applied before it was there.
      this.pairs = [];
      this.mustFetch = true;
    }
    this.ranges.push({ low: range.low, high: range.high });
    this.joinRanges();
    for (const row of rows) this.takeRow(row);
    this.follow();
  }

  private openStored(page: StoredPage): void {
    if (this.isForeign(page.epoch)) return;
    const isNumbered = this.keeps('a stored page keeps its own number');
    const number = isNumbered ? page.number : (this.cursor ?? this.stored.number);
    this.addPage(page, page.epoch, number, page.rows);
    for (const quote of page.quotes) this.takeQuote(quote);
  }

  private reset(): void {
    if (!this.keeps('a reset drops what was held')) {
      const { ranges, rows } = this;
      this.forget();
      this.ranges = ranges;
      this.rows = rows;
    } else this.forget();
    this.stored.pages = [];
    // Answers to pages that were asked for before would be taken for the first one.
    for (const [id, { call }] of this.asked) if (call === 'page') this.asked.delete(id);
  }

  private forget(): void {
    this.epoch = undefined;
    this.cursor = undefined;
    this.ranges = [];
    this.rows = new Map();
    this.quotes = new Map();
    this.pairs = [];
    this.summary = undefined;
    this.deliveredTo = NO_MESSAGE;
    this.wantedPage = undefined;
    this.mustFetch = false;
  }

  private takeSummary(epoch: string, summary: Summary): void {
    if (epoch !== this.epoch) return;
    const isNewer = !this.summary || summary.turn > this.summary.turn;
    if (isNewer || !this.keeps('the greatest turn of a summary wins')) this.summary = summary;
  }

  private pump(): void {
    if (!this.isOnline) return;
    const asks = new Set([...this.asked.values()].map(({ call }) => call));
    const { epoch, cursor } = this;
    if (this.mustConnect && !asks.has('connect')) {
      this.mustConnect = false;
      const isKnown = epoch !== undefined && cursor !== undefined;
      const known = isKnown && { epoch, number: cursor, turn: this.summary?.turn ?? 0 };
      this.ask({ call: 'connect' }, { call: 'connect', ...(known && { known }) });
    }
    const before = this.wantedPage ?? (this.cursor === undefined ? NEWEST : undefined);
    if (before !== undefined && !asks.has('page')) {
      this.ask({ call: 'page', before }, { call: 'page', before });
    }
    if (this.mustFetch && epoch !== undefined && cursor !== undefined && !asks.has('changes')) {
      this.mustFetch = false;
      this.ask({ call: 'changes', from: cursor }, { call: 'changes', epoch, after: cursor });
    }
    if (this.isCaughtUp()) this.outbox.settleOld((operation) => this.versionIfSo(operation));
    const entry = this.outbox.entries[0];
    const waits =
      entry?.isOld && this.keeps('an old operation waits until the device has caught up');
    if (entry && !asks.has('operate') && !waits) {
      entry.wasTried = true;
      entry.isUnderway = true;
      this.ask({ call: 'operate', entry }, { call: 'operate', operation: entry.operation });
    }
  }

  private isCaughtUp(): boolean {
    const isAsking = [...this.asked.values()].some(({ call }) => call !== 'operate');
    const isBehind = this.cursor === undefined || this.pairs.length > 0;
    return !isAsking && !isBehind && !this.mustConnect && !this.mustFetch;
  }

  /** The version of the message if it is as the operation wants it to be. */
  private versionIfSo({ kind, target, text, emoji }: Operation): number | undefined {
    const row = this.rows.get(target);
    if (!row) return undefined;
    const isSo = {
      edit: row.text === text,
      react: row.text !== null && (row.reactions[this.person] ?? null) === emoji,
      delete: row.text === null,
    };
    return kind in isSo && isSo[kind === 'edit' || kind === 'react' ? kind : 'delete']
      ? row.version
      : undefined;
  }

  private ask(asked: Asked, request: Request): void {
    this.lastAsked += 1;
    this.asked.set(this.lastAsked, asked);
    this.transmit(this.lastAsked, request);
  }

  private giveUp(): void {
    for (const { call } of this.asked.values()) {
      if (call === 'changes') this.mustFetch = true;
      if (call === 'connect') this.mustConnect = true;
    }
    this.asked.clear();
    this.outbox.giveUp();
  }

  private begin(
    given: Pick<Operation, 'kind'> & Partial<Operation>,
    chosen?: Id | string,
  ): Operation {
    const isKey = typeof chosen === 'string';
    const target = isKey ? NO_MESSAGE : (chosen ?? given.target ?? NO_MESSAGE);
    const row = this.rows.get(target);
    const basis = this.outbox.textOf(isKey ? chosen : target) ?? row?.text ?? '';
    const operation = newOperation({ ...given, target, version: row?.version ?? 0, basis });
    this.outbox.add(operation, isKey ? chosen : undefined);
    this.pump();
    return operation;
  }

  /** The id of a message that is shown, or the key of one that is not sent yet. */
  private chooseTarget(pick: number, fits: (sender: Person) => boolean): Id | string | undefined {
    const shown = this.shownRows().flatMap(({ id }) => this.rows.get(id) ?? []);
    const ids = shown.filter(({ sender }) => fits(sender)).map(({ id }) => id);
    const sends = this.outbox.entries.filter(({ operation }) => operation.kind === 'send');
    const keys = fits(this.person) ? sends.map(({ operation }) => operation.key) : [];
    const leaving = this.outbox.entries.filter(({ operation }) => operation.kind === 'delete');
    const targets = [...keys, ...ids.reverse()].filter(
      (one) =>
        !leaving.some(({ operation, targetKey }) => [operation.target, targetKey].includes(one)),
    );
    return targets[pick % Math.max(1, targets.length)];
  }

  private incoming(): Row[] {
    return [...this.rows.values()].filter(({ sender }) => sender !== this.person);
  }

  private inTail(rows: Row[]): Row[] {
    const tail = this.ranges.find(({ high }) => high === NEWEST);
    return tail ? rows.filter(({ id }) => isIn(tail, id)) : [];
  }

  private shownRows(): ShownRow[] {
    const rows = [...this.rows.values()].sort((a, b) => a.id - b.id);
    return rows.flatMap((row) => {
      const { id, text, reactions, quote } = row;
      if (text === null) return [];
      const quoted = quote && { quote: this.quotes.get(quote.id)?.text ?? null };
      return [{ id, text, reactions, ...quoted }];
    });
  }

  private joinRanges(): void {
    const joined: Range[] = [];
    for (const range of [...this.ranges].sort((a, b) => a.low - b.low)) {
      const last = joined.at(-1);
      if (last && range.low <= last.high + 1) last.high = Math.max(last.high, range.high);
      else joined.push({ ...range });
    }
    this.ranges = joined;
  }

  private keepRowsInRanges(): void {
    for (const id of [...this.rows.keys()]) if (!this.isHolding(id)) this.rows.delete(id);
  }
}

function isIn({ low, high }: Range, id: Id): boolean {
  return id >= low && id <= high;
}

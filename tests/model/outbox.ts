/**
 * What a device of the model has not done yet, in order, one at a time. It survives a reload.
 * Only operations that were never tried are coalesced.
 */
import { type Answer, type Id, NO_MESSAGE, type Operation, type Row } from './protocol.ts';
import type { Rules } from './rules.ts';

export interface Outgoing {
  operation: Operation;
  wasTried: boolean;
  isUnderway: boolean;
  /** Tried more than 48 h ago: the server has forgotten its key. */
  isOld: boolean;
  /** The unsent message that it acts on or quotes. */
  targetKey?: string;
  /** The earlier edit whose version it changes. */
  follows?: string;
}

/** How an operation ended. `gone` is quiet; of the refusals and of `failed` the person is told. */
export type End =
  | 'done'
  /** Of unknown outcome and too old to be repeated, but what it wanted is so. */
  | 'stands'
  | 'refused'
  | 'gone'
  /** Of unknown outcome and too old to be repeated; the person may do it anew. */
  | 'failed'
  /** Never left the device: a later operation says more, or the message it was for was discarded. */
  | 'replaced';

export class Outbox {
  entries: Outgoing[] = [];
  /** Each operation in its last form, with its end. */
  readonly ended: { operation: Operation; end: End }[] = [];
  private readonly keeps: Rules;

  constructor(keeps: Rules) {
    this.keeps = keeps;
  }

  add(operation: Operation, targetKey?: string): void {
    const { kind } = operation;
    const send = this.find((one) => one.key === targetKey);
    if (send && this.mayCoalesce(send)) {
      if (kind === 'edit') {
        send.operation = { ...send.operation, text: operation.text };
        this.end(operation, 'replaced');
        return;
      }
      if (kind === 'delete') {
        this.end(operation, 'replaced');
        this.remove(send, 'replaced');
        return;
      }
    }
    const isSame = (entry: Outgoing) =>
      entry.operation.target === operation.target && entry.targetKey === targetKey;
    const sameKind = this.entries.findLast(
      (entry) => entry.operation.kind === kind && isSame(entry),
    );
    if (sameKind && this.mayCoalesce(sameKind) && ['edit', 'react'].includes(kind)) {
      const { text, emoji } = operation;
      sameKind.operation = { ...sameKind.operation, text, emoji };
      this.end(operation, 'replaced');
      return;
    }
    const position = this.find(
      (one) => one.kind === kind && (kind === 'see' || kind === 'deliver'),
    );
    if (position && this.mayCoalesce(position)) {
      const target = Math.max(position.operation.target, operation.target);
      position.operation = { ...position.operation, target };
      return;
    }
    if (kind === 'delete') {
      const lapsed = this.entries.filter(
        (entry) => isSame(entry) && ['edit', 'react'].includes(entry.operation.kind),
      );
      for (const entry of lapsed) if (this.mayCoalesce(entry)) this.remove(entry, 'replaced');
    }
    const earlier = sameKind ?? send;
    const countsOn = kind === 'edit' && this.keeps('edits in a row from one device count on');
    this.entries.push({
      operation,
      wasTried: false,
      isUnderway: false,
      isOld: false,
      ...(targetKey !== undefined && { targetKey }),
      ...(countsOn && earlier && { follows: earlier.operation.key }),
    });
  }

  /** The words that an edit would change, when they are still underway. */
  textOf(target: Id | string): string | undefined {
    const changing = this.entries.findLast(
      ({ operation, targetKey }) =>
        (operation.kind === 'edit' && target === (targetKey ?? operation.target)) ||
        (operation.kind === 'send' && operation.key === target),
    );
    return changing?.operation.text;
  }

  /** Requests underway are given up: their outcome is unknown. */
  giveUp(): void {
    for (const entry of this.entries) entry.isUnderway = false;
  }

  age(): void {
    for (const entry of this.entries) entry.isOld ||= entry.wasTried;
  }

  /** The device has caught up: an old operation whose key may be forgotten is judged by what is there now. */
  settleOld(versionIfSo: (operation: Operation) => number | undefined): void {
    for (const entry of [...this.entries]) {
      if (!entry.isOld) continue;
      const isRepeatable = !['edit', 'react', 'delete'].includes(entry.operation.kind);
      if (isRepeatable || !this.keeps('an old operation is not repeated without its key')) {
        entry.isOld = false;
        continue;
      }
      const version = versionIfSo(entry.operation);
      if (version === undefined) this.remove(entry, 'failed');
      else this.finish(entry, entry.operation.target, version, 'stands');
    }
  }

  /** A row of one's own with the key of a send: it is stored, however that became known. */
  noticeRow({ key, id }: Row): void {
    const entry = this.find((one) => one.kind === 'send' && one.key === key);
    if (entry) this.finish(entry, id, id);
  }

  take(entry: Outgoing, answer: Answer & { call: 'operate' }): void {
    // A row or a reset may have ended it meanwhile.
    if (!this.entries.includes(entry)) return;
    entry.isUnderway = false;
    if (answer.outcome === 'done') this.finish(entry, answer.id, answer.version);
    else if (answer.outcome === 'refused: gone' && entry.operation.kind !== 'edit') {
      this.remove(entry, 'gone');
    } else this.remove(entry, 'refused');
  }

  private finish(entry: Outgoing, id: Id, version: number, end: End = 'done'): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    const { key, kind } = entry.operation;
    this.end(entry.operation, end);
    for (const later of this.entries) {
      if (later.follows === key) {
        later.operation = { ...later.operation, version };
        delete later.follows;
      }
      if (kind === 'send' && later.targetKey === key) {
        if (this.keeps('operations on an unsent message take its id')) {
          later.operation = { ...later.operation, target: id };
        }
        delete later.targetKey;
      }
    }
  }

  /** Takes with it what was for an unsent message, and edits of a text that never came to be. */
  private remove(entry: Outgoing, end: End): void {
    const index = this.entries.indexOf(entry);
    if (index < 0) return;
    this.entries.splice(index, 1);
    this.end(entry.operation, end);
    const { key, kind } = entry.operation;
    for (const later of [...this.entries]) {
      if (later.follows === key) this.remove(later, end);
      if (kind !== 'send' || later.targetKey !== key) continue;
      if (later.operation.kind === 'send') {
        // The reply goes out all the same, with a quote that is gone.
        later.operation = { ...later.operation, target: -1 };
        delete later.targetKey;
      } else this.remove(later, end);
    }
  }

  private end(operation: Operation, end: End): void {
    this.ended.push({ operation, end });
  }

  private mayCoalesce(entry: Outgoing): boolean {
    return !entry.wasTried || !this.keeps('what was tried is frozen');
  }

  private find(fits: (operation: Operation) => boolean): Outgoing | undefined {
    return this.entries.findLast(({ operation }) => fits(operation));
  }
}

export function newOperation(given: Pick<Operation, 'kind'> & Partial<Operation>): Operation {
  return {
    key: '',
    target: NO_MESSAGE,
    version: 0,
    basis: '',
    text: '',
    emoji: null,
    ...given,
  };
}

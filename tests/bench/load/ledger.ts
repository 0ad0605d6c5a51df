/**
 * When each message of one phase was sent and received. Numbers go on from phase to phase, so that a straggler
 * of one is never taken for a message of the next.
 */
import { quantile } from '../statistics.ts';
import type { Delivery } from './orders.ts';

let firstFree = 0;

export class Ledger {
  readonly #first = firstFree;
  readonly #capacity: number;
  readonly #sentAt: Float64Array;
  readonly #receivedAt: Float64Array;
  #sent = 0;
  #received = 0;
  #doubled = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#sentAt = new Float64Array(capacity);
    this.#receivedAt = new Float64Array(capacity);
    firstFree += capacity;
  }

  get sent(): number {
    return this.#sent;
  }
  get missing(): number {
    return this.#sent - this.#received;
  }
  get doubled(): number {
    return this.#doubled;
  }

  /** The next number, sent now. */
  issue(): number {
    if (this.#sent === this.#capacity) throw new Error('The phase sent more than it has room for.');
    this.#sentAt[this.#sent] = performance.now();
    this.#sent += 1;
    return this.#first + this.#sent - 1;
  }

  /** Whether this is the first receipt of a message of this phase. */
  receive(number: number): boolean {
    const index = number - this.#first;
    if (index < 0 || index >= this.#sent) return false;
    if (this.#receivedAt[index] !== 0) {
      this.#doubled += 1;
      return false;
    }
    this.#receivedAt[index] = performance.now();
    this.#received += 1;
    return true;
  }

  /** Deliveries that arrived between two moments. */
  measure(from: number, until: number): Pick<Delivery, 'delivered' | 'held' | 'p50' | 'p99'> {
    const latencies: number[] = [];
    let sent = 0;
    for (let index = 0; index < this.#sent; index += 1) {
      const sentAt = this.#sentAt[index] ?? 0;
      const received = this.#receivedAt[index] ?? 0;
      if (sentAt >= from && sentAt < until) sent += 1;
      if (received >= from && received < until) latencies.push(received - sentAt);
    }
    const sorted = Float64Array.from(latencies).sort();
    return {
      delivered: sorted.length,
      held: sorted.length / sent,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
    };
  }
}

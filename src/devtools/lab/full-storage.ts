/** Refuses writes to the browser's storage like a full disk, by a plan. */
import type { FaultPlan } from './fault-plan.ts';

export function fillStorage(plan: FaultPlan, tally: (kind: string) => void): void {
  const { put, add } = IDBObjectStore.prototype;
  const { setItem } = Storage.prototype;

  function refuse(stream: string): void {
    if (!plan.drawFullStorage(stream)) return;
    tally('full storage');
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  }

  IDBObjectStore.prototype.put = function (...entry) {
    refuse(`write to ${this.transaction.db.name}`);
    return put.apply(this, entry);
  };
  IDBObjectStore.prototype.add = function (...entry) {
    refuse(`write to ${this.transaction.db.name}`);
    return add.apply(this, entry);
  };
  Storage.prototype.setItem = function (key, value) {
    refuse(`write of ${key}`);
    return setItem.call(this, key, value);
  };
}

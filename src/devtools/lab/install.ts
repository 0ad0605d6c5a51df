/**
 * Installs the fault lab: if the address contains faults (`#lab?seed=7&lostAnswers=0.1`), the page's calls, sockets and
 * storage have them from then on. It runs before the app's first call.
 */
import { create } from 'zustand';
import { uploadByFetch } from '../../api/upload-fetch.ts';
import { readPageHeader } from '../page-header.ts';
import { texts } from '../texts.ts';
import { makeCallFates, makeFaultyFetch } from './calls.ts';
import { type FaultLink, type FaultPlan, makeFaultPlan, readFaults } from './fault-plan.ts';
import { makeFaultySocket } from './sockets.ts';

let installed: FaultLink | undefined;

export const getInstalledFaults = (): FaultLink | undefined => installed;

/** How often each kind of fault has occurred. */
export const useTallies = create<Readonly<Record<string, number>>>(() => ({}));

/** Session storage key of the address that the person has chosen in the panel. */
const CHOSEN_KEY = 'lab';

export function playLab(hash: string): void {
  sessionStorage.setItem(CHOSEN_KEY, hash);
  location.hash = hash;
  location.reload();
}

/** Anybody can send a link, so the person is asked. */
function isWanted(hash: string): boolean {
  const isChosen = sessionStorage.getItem(CHOSEN_KEY) === hash;
  sessionStorage.removeItem(CHOSEN_KEY);
  return isChosen || window.confirm(texts.question);
}

/** Does nothing without faults in the address, if the person declines, or if the host has switched the tools off. */
export function installLab(hash: string): void {
  if (readPageHeader('devtools') === 'off') return;
  const link = readFaults(hash);
  if (!link || installed || !isWanted(hash)) return;
  const { seed, faults } = link;
  installed = link;
  showBadge(seed);
  const plan = makeFaultPlan(seed, faults);
  const tally = (kind: string) => useTallies.setState((met) => ({ [kind]: (met[kind] ?? 0) + 1 }));
  const sockets = new Set<WebSocket>();
  const handleOutage = () => {
    for (const socket of sockets) socket.close();
  };
  const drawFate = makeCallFates({ plan, tally, handleOutage });
  window.fetch = makeFaultyFetch(window.fetch.bind(window), drawFate);
  uploadByFetch();
  window.WebSocket = makeFaultySocket(plan, tally, (socket) => {
    sockets.add(socket);
    socket.addEventListener('close', () => sockets.delete(socket));
  });
  if (faults.fullStorage) fillStorage(plan, tally);
}

/** Says on the page that faults occur on purpose, and how many; its button ends that. */
function showBadge(seed: number): void {
  const badge = document.createElement('button');
  badge.type = 'button';
  Object.assign(badge.style, {
    position: 'fixed',
    // Its lines run downwards, the first at the right: this is at the left edge.
    insetBlockEnd: '0',
    insetInlineStart: '15%',
    zIndex: '99999',
    padding: '8px 2px',
    writingMode: 'vertical-rl',
    background: 'var(--danger-soft)',
    color: 'var(--danger)',
    font: 'var(--t-sm)',
  });
  badge.addEventListener('click', stopLab);
  document.body.append(badge);
  const show = () => {
    const count = Object.values(useTallies.getState()).reduce((sum, met) => sum + met, 0);
    badge.textContent = `${texts.badge(seed, count)} · ${texts.stop}`;
  };
  useTallies.subscribe(show);
  show();
}

export function stopLab(): void {
  location.hash = '';
  location.reload();
}

/** Refuses writes to the browser's storage like a full disk. */
function fillStorage(plan: FaultPlan, tally: (kind: string) => void): void {
  const { setItem } = Storage.prototype;

  function refuse(stream: string): void {
    if (!plan.drawFullStorage(stream)) return;
    tally('full storage');
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  }

  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...entry) {
      refuse(`write to ${this.transaction.db.name}`);
      return write.apply(this, entry);
    };
  }
  Storage.prototype.setItem = function (key, value) {
    refuse(`write of ${key}`);
    return setItem.call(this, key, value);
  };
}

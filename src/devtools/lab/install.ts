/**
 * Installs the fault lab: if the address contains faults (`#lab?seed=7&lostAnswers=0.1`), the page's calls, sockets and
 * storage have them from then on. It runs before the app's first call.
 */
import { create } from 'zustand';
import { texts } from '../texts.ts';
import { showBadge } from './badge.ts';
import { makeCallFates } from './call-fates.ts';
import { makeFaultPlan } from './fault-plan.ts';
import { makeFaultyFetch } from './faulty-fetch.ts';
import { makeFaultySocket } from './faulty-socket.ts';
import { makeFaultyUpload } from './faulty-upload.ts';
import { fillStorage } from './full-storage.ts';
import { type Forecast, readForecast } from './weather.ts';

let installed: Forecast | undefined;

export const getLab = (): Forecast | undefined => installed;

/** How often each kind of fault has occurred. */
export const useTallies = create<Readonly<Record<string, number>>>(() => ({}));

/** Session storage key of the address that the person has chosen in the panel. */
const CHOSEN_KEY = 'lab';

/** Loads the page with these faults. */
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

/** Does nothing without faults in the address, or if the person declines. */
export function installLab(hash: string): void {
  const forecast = readForecast(hash);
  if (!forecast || installed || !isWanted(hash)) return;
  const { seed, weather } = forecast;
  installed = forecast;
  const showCount = showBadge(seed);
  const plan = makeFaultPlan(seed, weather);
  const tally = (kind: string) => {
    useTallies.setState((met) => ({ [kind]: (met[kind] ?? 0) + 1 }));
    showCount(Object.values(useTallies.getState()).reduce((sum, count) => sum + count, 0));
  };
  const sockets = new Set<WebSocket>();
  const drawFate = makeCallFates({
    plan,
    tally,
    handleOutage() {
      for (const socket of sockets) socket.close();
    },
  });
  window.fetch = makeFaultyFetch({ fetch: window.fetch.bind(window), drawFate });
  window.XMLHttpRequest = makeFaultyUpload(window.XMLHttpRequest, drawFate);
  window.WebSocket = makeFaultySocket({
    plan,
    tally,
    handleOpen(socket) {
      sockets.add(socket);
      socket.addEventListener('close', () => sockets.delete(socket));
    },
  });
  if (weather.fullStorage) fillStorage(plan, tally);
}

/**
 * Installs the fault lab: if the address contains faults (`#lab?seed=7&lostAnswers=0.1`), the page's calls, sockets and
 * storage have them from then on. It runs before the app's first call.
 */
import { texts } from '../texts.ts';
import { makeCallFates } from './call-fates.ts';
import { makeFaultPlan } from './fault-plan.ts';
import { makeFaultyFetch } from './faulty-fetch.ts';
import { makeFaultySocket } from './faulty-socket.ts';
import { makeFaultyUpload } from './faulty-upload.ts';
import { fillStorage } from './full-storage.ts';
import { type Forecast, readForecast } from './weather.ts';

interface Lab extends Forecast {
  /** How often each kind of fault has occurred. */
  met: Record<string, number>;
}

let installed: Lab | undefined;

export const getLab = (): Lab | undefined => installed;

/** Does nothing without faults in the address, or if the person declines: anybody can send a link. */
export function installLab(hash: string): void {
  const forecast = readForecast(hash);
  if (!forecast || installed || !window.confirm(texts.question)) return;
  const { seed, weather } = forecast;
  const met: Record<string, number> = {};
  installed = { ...forecast, met };
  const plan = makeFaultPlan(seed, weather);
  const tally = (kind: string) => {
    met[kind] = (met[kind] ?? 0) + 1;
  };
  const sockets = new Set<WebSocket>();
  // Answers requested before the lab was installed would have no faults.
  delete window.earlyCalls;
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

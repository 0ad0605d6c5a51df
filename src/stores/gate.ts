/**
 * Whether something in front of the server, such as the login page of a company or a firewall, answers instead of it.
 * The next navigation then passes the service worker's cache, so that a reload shows it.
 */
import { create } from 'zustand';
import { GATE_CACHE } from '../service-worker/contract.ts';

export const useIsGateClosed = create(() => false);

export function setGateClosed(isClosed: boolean): void {
  if (useIsGateClosed.getState() === isClosed) return;
  useIsGateClosed.setState(isClosed, true);
  // There is no service worker on an insecure address, and no such cache.
  if (!('caches' in globalThis)) return;
  const change = isClosed ? caches.open(GATE_CACHE) : caches.delete(GATE_CACHE);
  change.catch(() => undefined);
}

/** The page's side of the service worker: it is installed once, and a new build is offered. */
import { TAKE_OVER, WORKER_ADDRESS } from './contract.ts';

/** A window that stays open for days asks for a new build when somebody comes back to it, in ms. */
const MIN_GAP_MS = 60 * 60 * 1000;

/** A first visit has better things to fetch before what later ones need, in ms. */
const FIRST_VISIT_MS = 4_000;

/** Runs the new build, for which the page is loaded anew. */
export type TakeUpdate = () => void;

/**
 * Installs the worker where browsers have one (a secure address), and calls `onUpdate` when another
 * build is ready. Returns the function that stops it.
 */
export function keepInstalled(onUpdate: (takeUpdate: TakeUpdate) => void): () => void {
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return () => undefined;
  const life = new AbortController();
  const { signal } = life;
  /** Which worker serves this page; null: none, and the first to come is no update. */
  let serving = workers.controller;
  let askedAt = Date.now();

  function offer(registration: ServiceWorkerRegistration): void {
    if (signal.aborted || !registration.waiting || !workers.controller) return;
    onUpdate(() => {
      workers.addEventListener('controllerchange', () => location.reload(), { once: true });
      if (registration.waiting) registration.waiting.postMessage(TAKE_OVER);
      // Another window was quicker.
      else location.reload();
    });
  }

  async function install(): Promise<void> {
    const isFirst = serving === null;
    const registration = await workers.register(WORKER_ADDRESS, { updateViaCache: 'none' });
    if (signal.aborted) return;
    if (!isFirst) offer(registration);
    registration.addEventListener(
      'updatefound',
      () => {
        // Asked here: when its states are told, which takes time, the first one may serve already.
        if (serving === null) return;
        const coming = registration.installing;
        coming?.addEventListener(
          'statechange',
          () => {
            if (coming.state === 'installed') offer(registration);
          },
          { signal },
        );
      },
      { signal },
    );
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden || Date.now() - askedAt < MIN_GAP_MS) return;
        askedAt = Date.now();
        // Without a network there is nothing new to hear of.
        registration.update().catch(() => undefined);
      },
      { signal },
    );
  }

  // Another window has taken the new build: this one goes on with the old until the person agrees.
  workers.addEventListener(
    'controllerchange',
    () => {
      const before = serving;
      serving = workers.controller;
      // Null when the browser has thrown it away with its data: the next one is the first again.
      if (before && serving && serving !== before) onUpdate(() => location.reload());
    },
    { signal },
  );
  const timer = setTimeout(
    // Storage that is switched off or full: the app then needs the network, as it did before.
    () => install().catch(() => undefined),
    serving ? 0 : FIRST_VISIT_MS,
  );
  return () => {
    clearTimeout(timer);
    life.abort();
  };
}

/** The page's side of the service worker: installs it once, and offers a new build. */
import { TAKE_OVER, WORKER_ADDRESS } from './contract.ts';

/** A window that stays open for days checks for a new build when the person returns to it; interval in ms. */
const MIN_GAP_MS = 60 * 60 * 1000;

/** On a first visit, other files are more urgent than those for later visits; delay in ms. */
const FIRST_VISIT_MS = 4_000;

/** Activates the new build and reloads the page. */
export type TakeUpdate = () => void;

/**
 * Installs the worker if the browser has one (on a secure address), and calls `onUpdate` when another build is ready.
 * Returns a function that stops it.
 */
export function keepInstalled(onUpdate: (takeUpdate: TakeUpdate) => void): () => void {
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return () => undefined;
  const life = new AbortController();
  const { signal } = life;
  /** The worker that controls this page; null: none, and the first one is not an update. */
  let serving = workers.controller;
  let askedAt = Date.now();

  function offer(registration: ServiceWorkerRegistration): void {
    if (signal.aborted || !registration.waiting || !workers.controller) return;
    onUpdate(() => {
      workers.addEventListener('controllerchange', () => location.reload(), { once: true });
      if (registration.waiting) registration.waiting.postMessage(TAKE_OVER);
      // Another window was faster.
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
        // Checked here: its state events come late, and the first worker may already control the page.
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
        // Without a network there is no new build to find.
        registration.update().catch(() => undefined);
      },
      { signal },
    );
  }

  // Another window has activated the new build: this one keeps the old one until the person agrees.
  workers.addEventListener(
    'controllerchange',
    () => {
      const before = serving;
      serving = workers.controller;
      // Null after the browser has deleted it with its data: the next one is a first one again.
      if (before && serving && serving !== before) onUpdate(() => location.reload());
    },
    { signal },
  );
  const timer = setTimeout(
    // Storage is off or full: the app then needs the network.
    () => install().catch(() => undefined),
    serving ? 0 : FIRST_VISIT_MS,
  );
  return () => {
    clearTimeout(timer);
    life.abort();
  };
}

import { RETRY } from './use-broken-picture.ts';

/** Retries all pictures on the screen that failed to load. */
export function retryBrokenPictures(): void {
  window.dispatchEvent(new Event(RETRY));
}

import { RETRY } from './use-broken-picture.ts';

/** Loads again whatever is on the screen and did not load: what kept it away may be over. */
export function retryBrokenPictures(): void {
  window.dispatchEvent(new Event(RETRY));
}

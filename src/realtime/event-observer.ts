/** A place for one observer, who sees each event of the socket before and after it is handled. */

export interface ObservedEvent {
  name: string;
  payload: readonly unknown[];
}

/** Calls `handle` once, and may look at the cache before and after. */
type EventObserver = (event: ObservedEvent, handle: () => void) => void;

let observer: EventObserver | null = null;

/** Returns the function that stops it. */
export function observeEvents(next: EventObserver): () => void {
  observer = next;
  return () => {
    if (observer === next) observer = null;
  };
}

export function passEvent(event: ObservedEvent, handle: () => void): void {
  if (observer) observer(event, handle);
  else handle();
}

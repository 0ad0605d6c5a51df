/** Lets one observer see each socket event before and after it is handled. */

export interface ObservedEvent {
  name: string;
  payload: readonly unknown[];
}

/** Calls `handle` once, and may inspect the cache before and after. */
type EventObserver = (event: ObservedEvent, handle: () => void) => void;

let observer: EventObserver | null = null;

/** Returns a function that removes the observer. */
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

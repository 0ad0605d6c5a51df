import { useEffect, useEffectEvent } from 'react';

type Events = HTMLElementEventMap & { selectionchange: Event; online: Event };

/** As a method, so that a listener of one kind of event is also one of any event. */
type Listener<Kind> = { listen(event: Kind): void }['listen'];

export interface ListenerOptions extends AddEventListenerOptions {
  isOn?: boolean;
}

type Listeners = { readonly [Type in keyof Events]?: Listener<Events[Type]> | undefined };

/**
 * Native listeners on an element, the document or the window: for elements without React's props, and for events that
 * React does not have. `find` is called after the first commit, and each time that `isOn` becomes true; the kinds of
 * events must stay the same.
 */
export function useListeners(
  find: () => EventTarget | null | undefined,
  listeners: Listeners,
  { isOn = true, ...options }: ListenerOptions = {},
): void {
  const handle = useEffectEvent((event: Event) => {
    const byType: Readonly<Record<string, Listener<Event> | undefined>> = listeners;
    byType[event.type]?.(event);
  });
  const start = useEffectEvent((signal: AbortSignal) => {
    const target = find();
    for (const type of Object.keys(listeners)) {
      target?.addEventListener(type, (event) => handle(event), { ...options, signal });
    }
  });
  useEffect(() => {
    if (!isOn) return;
    const listening = new AbortController();
    start(listening.signal);
    return () => listening.abort();
  }, [isOn]);
}

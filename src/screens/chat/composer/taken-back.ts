/** From a message that is taken back to the box that it was written in. */
import type { Sendable } from '../../../conversation/entities.ts';

type Listener = (content: Sendable) => void;

/** The box of the open conversation. */
let box: Listener | null = null;

export function giveBack(content: Sendable): void {
  box?.(content);
}

/** Returns the function that stops it. */
export function receiveTakenBack(listener: Listener): () => void {
  box = listener;
  return () => {
    if (box === listener) box = null;
  };
}

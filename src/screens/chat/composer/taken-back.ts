/** Passes a message that was taken back to its box. */
import type { Sendable } from '../../../conversation/entities.ts';

type Listener = (content: Sendable) => void;

/** The box of the open conversation. */
let box: Listener | null = null;

export function giveBack(content: Sendable): void {
  box?.(content);
}

/** Returns a function that stops it. */
export function receiveTakenBack(listener: Listener): () => void {
  box = listener;
  return () => {
    if (box === listener) box = null;
  };
}

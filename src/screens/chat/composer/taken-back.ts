/** Passes a message that was taken back to its box, or to what stands in its place. */
import type { Sendable } from '../../../conversation/entities.ts';

type Listener = (content: Sendable) => void;

/** That of the open conversation. */
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

/** Passes the message that is to be answered to the box of the open conversation. */
import type { Quote } from '../../../protocol/entities.ts';

type Listener = (quote: Quote) => void;

let box: Listener | null = null;

export function beginReply(quote: Quote): void {
  box?.(quote);
}

/** Returns a function that stops it. */
export function receiveReplies(listener: Listener): () => void {
  box = listener;
  return () => {
    if (box === listener) box = null;
  };
}

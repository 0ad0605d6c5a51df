/** Tells whoever measures how many changes went to the disk together; costs nothing while nobody does. */
import { channel } from 'node:diagnostics_channel';

interface Commit {
  /** Changes in it. */
  size: number;
}

const commits = channel('duet:commit');

export function tellCommit(commit: Commit): void {
  if (commits.hasSubscribers) commits.publish(commit);
}

/** Returns the function that stops it. */
export function watchCommits(watch: (commit: Commit) => void): () => void {
  const listen = (message: unknown) => {
    const hasSize = typeof message === 'object' && message !== null && 'size' in message;
    if (hasSize && typeof message.size === 'number') watch({ size: message.size });
  };
  commits.subscribe(listen);
  return () => commits.unsubscribe(listen);
}

/** Reports how many changes each commit will contain; free while nobody measures. */
import { channel } from 'node:diagnostics_channel';

interface Commit {
  size: number;
}

const commits = channel('duet:commit');

export function reportCommit(commit: Commit): void {
  if (commits.hasSubscribers) commits.publish(commit);
}

/** Returns a function that stops the watch. */
export function watchCommits(watch: (commit: Commit) => void): () => void {
  const listen = (message: unknown) => {
    const hasSize = typeof message === 'object' && message !== null && 'size' in message;
    if (hasSize && typeof message.size === 'number') watch({ size: message.size });
  };
  commits.subscribe(listen);
  return () => commits.unsubscribe(listen);
}

/** Reports how many changes each commit will contain. */
const watchers = new Set<(size: number) => void>();

export function reportCommit({ size }: { size: number }): void {
  for (const watch of watchers) watch(size);
}

/** Returns a function that stops the watch. */
export function watchCommits(watch: (size: number) => void): () => void {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}

/** What the server says of this page in its header `Server-Timing`, the only one that scripts can read. */
export function readPageHeader(name: string): string | undefined {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming)) return undefined;
  return page.serverTiming.find((entry) => entry.name === name)?.description;
}

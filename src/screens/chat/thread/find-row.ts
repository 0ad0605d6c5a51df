/** The row of a message in the document; null where it is not mounted. */
export const findRow = (thread: HTMLElement | null, key: string): HTMLElement | null =>
  thread?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;

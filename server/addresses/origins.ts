/**
 * Which sites' pages may call the server: its own and the configured ones. Browsers state a page's origin, and pages
 * cannot change it; other programs may omit or invent it.
 */
export type Origins = ReturnType<typeof createOrigins>;

/** `corsOrigins` may contain `*`, which means all. */
export function createOrigins({
  corsOrigins,
  publicUrl,
}: {
  corsOrigins: string[];
  publicUrl: string | null;
}) {
  const isOpen = corsOrigins.includes('*');
  const named = new Set([...corsOrigins, ...(publicUrl === null ? [] : [publicUrl])]);
  const others: '*' | string[] = isOpen ? '*' : corsOrigins;
  return {
    /** Other sites, in the form that the CORS of HTTP and of Socket.IO need; undefined without any. */
    others: corsOrigins.length > 0 ? others : undefined,
    /** Whether a page of this origin may call a server that it reached as `host`. */
    isAllowed: (origin: string, host: string | undefined): boolean =>
      isOpen || named.has(origin) || (URL.canParse(origin) && new URL(origin).host === host),
  };
}

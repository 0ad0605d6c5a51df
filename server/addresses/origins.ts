/**
 * Which sites' pages may call the server: its own and the configured ones. Browsers state a page's origin, and pages
 * cannot change it; other programs may omit or invent it.
 */
export interface Origins {
  /** Other sites, in the form that the CORS of HTTP and of Socket.IO need; undefined without any. */
  others: '*' | string[] | undefined;
  /** Whether a page of this origin may call a server that it reached as `host`. */
  isAllowed(origin: string, host: string | undefined): boolean;
}

/** `corsOrigins` may contain `*`, which means all. */
export function createOrigins(options: {
  corsOrigins: string[];
  publicUrl: string | null;
}): Origins {
  const { corsOrigins, publicUrl } = options;
  const isOpen = corsOrigins.includes('*');
  const named = new Set([...corsOrigins, ...(publicUrl === null ? [] : [publicUrl])]);
  const others = isOpen ? '*' : corsOrigins;
  return {
    others: corsOrigins.length > 0 ? others : undefined,
    isAllowed: (origin, host) =>
      isOpen || named.has(origin) || (URL.canParse(origin) && new URL(origin).host === host),
  };
}

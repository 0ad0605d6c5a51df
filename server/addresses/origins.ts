/**
 * Which sites' pages may call the server: its own, and those that the configuration names. Browsers say where
 * a page comes from, and pages cannot make them lie; other programs say nothing, or what they like.
 */
export interface Origins {
  /** Other sites, as the CORS of HTTP and of Socket.IO take them; nothing when there are none. */
  others: '*' | string[] | undefined;
  /** Whether a page of this origin may call a server that it reached as `host`. */
  isAllowed(origin: string, host: string | undefined): boolean;
}

/** `corsOrigins` may hold `*`, which stands for all. */
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

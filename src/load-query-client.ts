import type { QueryClient } from '@tanstack/react-query';

let loading: Promise<QueryClient> | null = null;

/**
 * The one QueryClient of this page, made when first asked for: the login screen shows itself
 * without the data layer.
 */
export function loadQueryClient(): Promise<QueryClient> {
  if (loading) return loading;
  loading = import('./query-client.ts').then(
    ({ makeQueryClient }) => makeQueryClient(),
    (error: unknown) => {
      // A chunk that did not come is asked for again next time.
      loading = null;
      throw error;
    },
  );
  return loading;
}

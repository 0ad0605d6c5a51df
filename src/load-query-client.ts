import type { QueryClient } from '@tanstack/react-query';

let loading: Promise<QueryClient> | null = null;

/**
 * The one QueryClient of this page, made when first asked for: the login screen shows itself
 * without the data layer. It is emptied whenever a session ends.
 */
export function loadQueryClient(): Promise<QueryClient> {
  if (loading) return loading;
  loading = open();
  // A chunk that did not come is asked for again next time.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function open(): Promise<QueryClient> {
  const [{ makeQueryClient }, { followSession }] = await Promise.all([
    import('./query-client.ts'),
    import('./session/session-life.ts'),
  ]);
  const queryClient = makeQueryClient();
  followSession(queryClient);
  return queryClient;
}

import type { QueryClient } from '@tanstack/react-query';

/** Loads the code that all signed-in screens share; it is imported only here, so that it is one script. */
export const loadSignedIn = () => import('./signed-in.tsx');

let loading: Promise<QueryClient> | null = null;

/**
 * The page's only QueryClient, created on first use: the login screen does not need it. It is cleared at the end of
 * each session.
 */
export function loadQueryClient(): Promise<QueryClient> {
  if (loading) return loading;
  loading = loadSignedIn().then(({ openQueryClient }) => openQueryClient());
  // A script that failed to load is requested again the next time.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

import type { QueryClient } from '@tanstack/react-query';

/** The code that every screen of somebody signed in begins with: the one way to it, so that it is one script. */
export const loadSignedIn = () => import('./signed-in.tsx');

let loading: Promise<QueryClient> | null = null;

/**
 * The one QueryClient of this page, made when first asked for: the login screen shows itself
 * without the data layer. It is emptied whenever a session ends.
 */
export function loadQueryClient(): Promise<QueryClient> {
  if (loading) return loading;
  loading = loadSignedIn().then(({ openQueryClient }) => openQueryClient());
  // A script that did not come is asked for again next time.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

import type { QueryClient } from '@tanstack/react-query';
import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { ErrorScreen, NotFoundScreen } from './screens/error-screen.tsx';

interface RouterOptions {
  loadQueryClient: () => Promise<QueryClient>;
  /** Where addresses are kept; absent: the browser's address bar. */
  history?: RouterHistory;
}

export function makeRouter({ history = createBrowserHistory(), loadQueryClient }: RouterOptions) {
  return createRouter({
    routeTree,
    history,
    context: { history, loadQueryClient },
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // Unchanged: a value that looks like a number may be a person's id.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const words = new URLSearchParams(search).toString();
      return words && `?${words}`;
    },
    // Only the query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    // Screens and guards handle only their own addresses.
    notFoundMode: 'root',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

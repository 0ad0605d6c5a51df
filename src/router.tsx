import type { QueryClient } from '@tanstack/react-query';
import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { ErrorScreen } from './screens/error-screen.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';

interface RouterOptions {
  loadQueryClient: () => Promise<QueryClient>;
  /** Where addresses live; absent: the browser's address bar. */
  history?: RouterHistory;
}

export function makeRouter({ history = createBrowserHistory(), loadQueryClient }: RouterOptions) {
  return createRouter({
    routeTree,
    history,
    context: { history, loadQueryClient },
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // As they are: what looks like a number is the id of somebody all the same.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const words = new URLSearchParams(search).toString();
      return words && `?${words}`;
    },
    // The query cache alone decides what is fresh.
    defaultPreloadStaleTime: 0,
    // No screen answers for addresses beyond its own, nor does what guards it.
    notFoundMode: 'root',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

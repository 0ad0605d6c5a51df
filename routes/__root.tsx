import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { NotificationHost } from '../src/ui/notification-host.tsx';

/** What routes are given: the way to the data layer, which the login screen does without. */
export interface RouterContext {
  loadQueryClient: () => Promise<QueryClient>;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <NotificationHost />
    </>
  );
}

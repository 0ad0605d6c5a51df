import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { RouterContext } from '../src/router.tsx';
import { NotificationHost } from '../src/ui/notification-host.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <NotificationHost />
    </>
  );
}

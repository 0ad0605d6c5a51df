import { useEffect } from 'react';
import { subscribeSession } from '../../stores/session.ts';
import { silence } from '../../ui/announcer.ts';

/** Removes the page's announcements and drawings of a session when it ends in any window. */
export function useForgetting(): void {
  useEffect(
    () =>
      subscribeSession(() => {
        silence();
        // If the code never loaded, there are none.
        import('../../ui/thumbnails/thumbnails.ts').then(
          ({ forgetThumbnails }) => forgetThumbnails(),
          () => undefined,
        );
      }),
    [],
  );
}

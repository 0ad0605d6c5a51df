import { useEffect } from 'react';
import { subscribeSession } from '../../stores/session.ts';
import { silence } from '../../ui/announcer.ts';

/** What the page has said and drawn for somebody goes with their session, whichever window ended it. */
export function useForgetting(): void {
  useEffect(
    () =>
      subscribeSession(() => {
        silence();
        // Where the code never came, there are none.
        import('../../ui/thumbnails/thumbnails.ts').then(
          ({ forgetThumbnails }) => forgetThumbnails(),
          () => undefined,
        );
      }),
    [],
  );
}

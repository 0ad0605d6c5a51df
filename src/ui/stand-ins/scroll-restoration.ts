/**
 * The build puts this in the place of the router's memory for scroll positions, which is switched
 * off here: what remains is that a new screen begins at its top.
 */
interface Navigations {
  subscribe(event: 'onRendered', listener: (event: { pathChanged: boolean }) => void): unknown;
}

export function setupScrollRestoration(router: Navigations): void {
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged) window.scrollTo(0, 0);
  });
}

/** A script for pages that a server renders. */
export const ScrollRestoration = () => null;

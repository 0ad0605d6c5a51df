/** Origin of the backend without a trailing slash; empty: the page's own. Fixed at build time. */
export const backendOrigin = (): string => import.meta.env.PUBLIC_API_URL ?? '';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Where a picture is that a backend at another origin may name from its own root. Call it where
 * `PUBLIC_API_URL` is set and nowhere else: then the build of an app without one leaves it out.
 */
export function locatePicture(address: string): string {
  if (address === '' || SCHEME.test(address)) return address;
  return URL.canParse(address, backendOrigin()) ? new URL(address, backendOrigin()).href : address;
}

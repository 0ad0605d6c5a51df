/** Origin of the backend without a trailing slash; empty: the page's own. Fixed at build time. */
export const backendOrigin = (): string => import.meta.env.PUBLIC_API_URL ?? '';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The address of a picture that a backend at another origin may give relative to its root. Call it only if
 * `PUBLIC_API_URL` is set: other builds then omit it.
 */
export function locatePicture(address: string): string {
  if (address === '' || SCHEME.test(address)) return address;
  return URL.canParse(address, backendOrigin()) ? new URL(address, backendOrigin()).href : address;
}

/** Origin of the backend without a trailing slash; empty: the page's own. Fixed at build time. */
export const backendOrigin = (): string => import.meta.env.PUBLIC_API_URL ?? '';

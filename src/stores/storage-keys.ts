/**
 * Keys that the script in `src/index.html` also reads, before the app has loaded. The build writes them into that page, so
 * this file has only constants; other keys are defined where they are used.
 */

/** In local storage: the session token (spec section 9). */
export const TOKEN_KEY = 'token';
/** In local storage: preferences on this device. */
export const PREFERENCES_KEY = 'preferences';

/**
 * Keys of what the boot script reads before the app has loaded. The build passes them to it, so this file has only
 * constants; other keys are defined where they are used.
 */

/** In local storage: the session token (spec section 9). */
export const TOKEN_KEY = 'token';
/** In local storage: preferences on this device. */
export const PREFERENCES_KEY = 'preferences';

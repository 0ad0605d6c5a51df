/**
 * Keys of what the boot script reads before the app is there. The build tells them to it, so that nothing but
 * constants stands here; whatever else is kept has its key where it is kept.
 */

/** In local storage: the session token (spec section 9). */
export const TOKEN_KEY = 'token';
/** In local storage: what the person prefers on this device. */
export const PREFERENCES_KEY = 'preferences';

/**
 * Under which keys the browser keeps what outlives a page, beside IndexedDB. The build tells them
 * to the boot script as well, so that nothing but constants stands here.
 */

/** In local storage: the session token (spec section 9). */
export const TOKEN_KEY = 'token';
/** In session storage, of this window alone: whose conversation is open. */
export const SELECTION_KEY = 'selection';
/** In local storage: what the person prefers on this device. */
export const PREFERENCES_KEY = 'preferences';

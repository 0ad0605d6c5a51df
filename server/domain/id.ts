/** The one form of an id of this server (`store/ids.ts` makes them): what has another is nobody's. */
export const ID = /^[0-9a-f]{24}$/;

/** The only format of this server's ids (see `store/ids.ts`). Any other value cannot belong to anything. */
export const ID = /^[0-9a-f]{24}$/;

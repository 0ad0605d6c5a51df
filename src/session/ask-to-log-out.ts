import { createOpener } from '../lib/opener.ts';

/** Logs out if nothing would be lost, otherwise asks first; that code loads after the first screen. */
export const { open: askToLogOut, onOpen: onAskToLogOut } = createOpener();

import { createOpener } from '../lib/opener.ts';

/** Logs out where nothing is lost by it, and otherwise asks first; who does both comes after the first screen. */
export const { open: askToLogOut, onOpen: onAskToLogOut } = createOpener();

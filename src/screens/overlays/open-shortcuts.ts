import { createOpener } from '../../lib/opener.ts';

/** The sheet of shortcuts. */
export const { open: openShortcuts, onOpen: onOpenShortcuts } = createOpener();

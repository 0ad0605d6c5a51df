import { createOpener } from '../../../lib/opener.ts';

/** The list of saved messages. */
export const { open: openSaved, onOpen: onOpenSaved } = createOpener();

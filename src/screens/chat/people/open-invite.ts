import { createOpener } from '../../../lib/opener.ts';

/** The invitation; its code loads after the screen. */
export const { open: openInvite, onOpen: onOpenInvite } = createOpener();

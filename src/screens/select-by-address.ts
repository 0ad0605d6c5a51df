import { clearSelection, getSelectedUserId, selectUser } from '../stores/selection.ts';
import { findPeer } from './conversation-address.ts';

/** Opens the conversation that an address names. Another screen than the chat home leaves open what is. */
export function selectByAddress(address: { pathname: string; search: string }): void {
  if (address.pathname !== '/') return;
  const peerId = findPeer(address);
  if (peerId === null) clearSelection();
  else if (peerId !== getSelectedUserId()) selectUser(peerId);
}

import { useEffect, useState } from 'react';
import type { UserId } from '../../../protocol/entities.ts';
import { wantMessage } from '../../../stores/wanted-message.ts';
import { onOpenSaved } from './open-saved.ts';
import { SavedMessages } from './saved-messages.tsx';

/** The place of the list of saved messages. */
export function SavedHost({ onOpen }: { onOpen: (userId: UserId) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => onOpenSaved(() => setIsOpen(true)), []);
  if (!isOpen) return null;
  return (
    <SavedMessages
      onShow={(peerId, messageId) => {
        setIsOpen(false);
        wantMessage(peerId, messageId);
        onOpen(peerId);
      }}
      onClose={() => setIsOpen(false)}
    />
  );
}

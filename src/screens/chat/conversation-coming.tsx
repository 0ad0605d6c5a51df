import { useLayoutEffect } from 'react';
import type { User } from '../../protocol/entities.ts';
import { loadConversationCode } from './conversation-code.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { conversationLayout } from './conversation-layout.ts';
import { ConversationSkeleton } from './conversation-skeleton.tsx';

interface ConversationComingProps {
  peer: User;
  onBack: () => void;
}

/** In a conversation's place until its code is there: already named, and with the way back. */
export function ConversationComing({ peer, onBack }: ConversationComingProps) {
  // Before the first paint: code that is there already replaces this without being seen.
  useLayoutEffect(loadConversationCode, []);
  return (
    <div css={conversationLayout}>
      <ConversationHeader peer={peer} onBack={onBack} />
      <ConversationSkeleton peerName={peer.fullName} />
    </div>
  );
}

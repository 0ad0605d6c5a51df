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

/** Replaces a conversation until its code has loaded: with the name and the way back. */
export function ConversationComing({ peer, onBack }: ConversationComingProps) {
  // Before the first paint: if the code is already there, this is never visible.
  useLayoutEffect(loadConversationCode, []);
  return (
    <div css={conversationLayout}>
      <ConversationHeader peer={peer} onBack={onBack} />
      <ConversationSkeleton peerName={peer.fullName} />
    </div>
  );
}

import { css } from '@emotion/react';
import type { User } from '../../../protocol/entities.ts';
import { Avatar } from '../../../ui/avatar.tsx';

const blank = css({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 'var(--s1)',
  padding: 'var(--s8)',
  textAlign: 'center',
  color: 'var(--text-muted)',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
  '& > strong': {
    marginTop: 'var(--s3)',
    font: 'var(--t-lg)',
    letterSpacing: 'var(--track-tight)',
    color: 'var(--text)',
  },
});

/** Nobody has written yet. */
export function EmptyConversation({ peer }: { peer: User }) {
  return (
    <div css={blank}>
      <Avatar user={peer} size={88} />
      <strong>No messages yet</strong>
      <p>Say hello to {peer.fullName}.</p>
    </div>
  );
}

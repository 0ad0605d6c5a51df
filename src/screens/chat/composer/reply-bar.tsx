import { css } from '@emotion/react';
import type { Quote, UserId } from '../../../protocol/entities.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X } from '../../../ui/icons/form-icons.ts';
import { texts } from './texts.ts';

const bar = css({
  display: 'flex',
  alignItems: 'center',
  margin: '3px 3px 0',
  paddingInlineStart: 12,
  borderInlineStart: '3px solid var(--accent-text)',
  borderRadius: 'var(--r-tuck)',
  borderStartEndRadius: 20,
  background: 'var(--accent-soft)',
  font: 'var(--t-sm)',
  '& > p': { flex: 1, minWidth: 0 },
  '& > p > *': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& strong': { fontWeight: 600, color: 'var(--accent-text)' },
});

interface ReplyBarProps {
  quote: Quote;
  peerId: UserId;
  peerName: string;
  onCancel: () => void;
}

/** Above the box, while a message is being answered. */
export function ReplyBar({ quote, peerId, peerName, onCancel }: ReplyBarProps) {
  const name = quote.senderId === peerId ? peerName : texts.yourself;
  return (
    <div css={bar}>
      <p role="status">
        <strong>{texts.replyTo(name)}</strong>
        <span dir="auto">{quote.text ?? texts.picture}</span>
      </p>
      <IconButton label={texts.cancelReply} onClick={onCancel}>
        <X size={20} />
      </IconButton>
    </div>
  );
}

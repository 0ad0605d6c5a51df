import type { Quote, UserId } from '../../../protocol/entities.ts';
import { isPictureAddress } from '../../../ui/broken-picture.ts';
import { IconButton } from '../../../ui/button.tsx';
import { X } from '../../../ui/icons/icons.ts';
import { texts as threadTexts } from '../thread/texts.ts';
import { about } from './composer-styles.ts';
import { texts } from './texts.ts';

interface ReplyBarProps {
  quote: Quote;
  peerId: UserId;
  peerName: string;
  onCancel: () => void;
}

export function ReplyBar({ quote, peerId, peerName, onCancel }: ReplyBarProps) {
  const name = quote.senderId === peerId ? peerName : texts.yourself;
  return (
    <div css={about}>
      <p role="status">
        <strong>{quote.deleted ? texts.reply : texts.replyTo(name)}</strong>
        <span dir="auto">
          {quote.deleted ? threadTexts.deletedMessage : (quote.text ?? texts.picture)}
        </span>
      </p>
      {quote.image !== undefined && isPictureAddress(quote.image) && (
        <img src={quote.image} alt="" decoding="async" draggable={false} />
      )}
      <IconButton label={texts.cancelReply} onClick={onCancel}>
        <X size={20} />
      </IconButton>
    </div>
  );
}

/** Passes the message that is to be answered to the box of the open conversation. */

type Listener = (quote: Quote) => void;

let box: Listener | null = null;

export function beginReply(quote: Quote): void {
  box?.(quote);
}

/** Returns a function that stops it. */
export function receiveReplies(listener: Listener): () => void {
  box = listener;
  return () => {
    if (box === listener) box = null;
  };
}

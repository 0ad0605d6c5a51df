import { css, keyframes } from '@emotion/react';
import { memo } from 'react';
import { formatTime } from '../../../lib/time.ts';
import type { Quote, User } from '../../../protocol/entities.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { DeletedBubble, MessageMeta, TextBubble } from './message-bubble.tsx';
import { MessagePicture, PreparingPicture, UploadRing } from './message-picture.tsx';
import { QuoteBlock } from './quote-block.tsx';
import { Reactions } from './reactions.tsx';
import { texts } from './texts.ts';
import type { DeliveryState } from './thread.ts';
import { NotSent, UndoSend } from './unsent-actions.tsx';

const hop = keyframes({
  '0%, 60%, 100%': { opacity: 0.35 },
  '30%': { opacity: 1, transform: 'translateY(-3px)' },
});
const dots = css({
  display: 'flex',
  gap: 5,
  padding: '6px 2px',
  '& > i': {
    width: 7,
    height: 7,
    borderRadius: '50%',
    background: 'var(--text-muted)',
    opacity: 0.7,
    animation: `${hop} 1.2s infinite var(--ease-move)`,
  },
  '& > i:nth-of-type(2)': { animationDelay: '.15s' },
  '& > i:nth-of-type(3)': { animationDelay: '.3s' },
});

interface MessageRowProps {
  id: string;
  sender: User;
  isOwn: boolean;
  text: string | undefined;
  /** The message that it answers; the same object as long as nothing in it changes. */
  quote: Quote | undefined;
  /** The name of its sender. */
  quoted: string | undefined;
  isForwarded: boolean | undefined;
  isDeleted: boolean | undefined;
  image: string | undefined;
  imageWidth: number | undefined;
  imageHeight: number | undefined;
  createdAt: string;
  /** When its text was last changed; absent: never. */
  editedAt: string | undefined;
  /** The emoji of this person and of the other one. */
  ownReaction: string | undefined;
  theirReaction: string | undefined;
  peerName: string;
  /** Of an own message; absent for others. */
  state: DeliveryState | undefined;
  /** Why it failed, or still waits after many tries. */
  reason: string | undefined;
  /** In its group. Styles find the last one by what follows it. */
  isFirst: boolean;
}

/**
 * One message. All its props are primitives or stable, and nothing depends on later messages, so each arrival or change
 * renders one row.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { id, sender, isOwn, isFirst, state, reason, text, image, createdAt } = props;
  const { ownReaction, theirReaction } = props;
  const isUnderWay = state === 'sending' || state === 'waiting';
  const head = props.quote && <QuoteBlock quote={props.quote} name={props.quoted} />;
  const meta = <MessageMeta createdAt={createdAt} editedAt={props.editedAt} state={state} />;
  return (
    <li className="message" data-key={id} data-own={isOwn} data-first={isFirst} data-state={state}>
      <span className="avatar">
        <Avatar user={sender} />
      </span>
      <div className="column">
        <VisuallyHidden data-sender>{isOwn ? texts.you : sender.fullName}</VisuallyHidden>
        {props.isForwarded && <span className="forwarded">{texts.forwarded}</span>}
        {props.isDeleted && <DeletedBubble meta={meta} />}
        {image !== undefined && (
          <div className="bubble with-picture">
            {head}
            {image === '' ? (
              <PreparingPicture />
            ) : (
              <MessagePicture
                id={id}
                src={image}
                {...namePicture(isOwn ? undefined : sender.fullName, formatTime(createdAt))}
                width={props.imageWidth}
                height={props.imageHeight}
              />
            )}
            {image !== '' && state === 'sending' && <UploadRing id={id} />}
            {text === undefined && meta}
          </div>
        )}
        {/* Another backend may let a message hold both, or neither. */}
        {!props.isDeleted && (text !== undefined || image === undefined) && (
          <TextBubble text={text ?? ''} head={image === undefined && head} meta={meta} />
        )}
        {(ownReaction ?? theirReaction) !== undefined && (
          <Reactions own={ownReaction} theirs={theirReaction} peerName={props.peerName} />
        )}
      </div>
      {isUnderWay && reason === undefined && <UndoSend id={id} />}
      {(state === 'failed' || (isUnderWay && reason !== undefined)) && (
        <NotSent id={id} isFinal={!isUnderWay} reason={reason} />
      )}
    </li>
  );
});

/** Without a name it is an own message. */
function namePicture(sender: string | undefined, time: string) {
  return sender === undefined
    ? { alt: texts.imageFromYou(time), enlarge: texts.enlargeYours(time) }
    : { alt: texts.imageFrom(sender, time), enlarge: texts.enlargeTheirs(sender, time) };
}

/** Shown while the other person is typing. The header says it in words. */
export function TypingRow({ peer }: { peer: User }) {
  return (
    <div className="message" data-first="true" aria-hidden="true">
      <span className="avatar">
        <Avatar user={peer} />
      </span>
      <div className="column">
        <div className="bubble">
          <span css={dots}>
            <i />
            <i />
            <i />
          </span>
        </div>
      </div>
    </div>
  );
}

import { memo, type ReactNode } from 'react';
import { formatTime } from '../../../lib/time.ts';
import type { User } from '../../../protocol/entities.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { isEmojiOnly } from './emoji-only.ts';
import { MessageMeta } from './message-meta.tsx';
import { MessagePicture } from './message-picture.tsx';
import { MessageText } from './message-text.tsx';
import { NotSent } from './not-sent.tsx';
import { PreparingPicture, UploadRing } from './sending-picture.tsx';
import { texts } from './texts.ts';
import type { DeliveryState } from './thread.ts';
import { UndoSend } from './undo-send.tsx';

interface MessageRowProps {
  id: string;
  sender: User;
  isOwn: boolean;
  text: string | undefined;
  image: string | undefined;
  imageWidth: number | undefined;
  imageHeight: number | undefined;
  createdAt: string;
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
  const isUnderWay = state === 'sending' || state === 'waiting';
  const meta = <MessageMeta createdAt={createdAt} state={state} />;
  return (
    <li className="message" data-key={id} data-own={isOwn} data-first={isFirst} data-state={state}>
      <span className="avatar">
        <Avatar user={sender} />
      </span>
      <div className="column">
        <VisuallyHidden data-sender>{isOwn ? texts.you : sender.fullName}</VisuallyHidden>
        {image !== undefined && (
          <div className="bubble with-picture">
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
        {(text !== undefined || image === undefined) && (
          <TextBubble text={text ?? ''} meta={meta} />
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

function TextBubble({ text, meta }: { text: string; meta: ReactNode }) {
  if (isEmojiOnly(text)) {
    return (
      <div className="bubble emoji">
        <p>{text}</p>
        {meta}
      </div>
    );
  }
  return (
    <div className="bubble">
      <p dir="auto">
        <span>
          <MessageText text={text} />
        </span>
        {meta}
      </p>
    </div>
  );
}

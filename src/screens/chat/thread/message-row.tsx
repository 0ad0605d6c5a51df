import { css, keyframes } from '@emotion/react';
import { memo, useEffect, useState } from 'react';
import { useConnection } from '../../../backend/connection.ts';
import { useOutboxActions } from '../../../conversation/messages.ts';
import { formatTime } from '../../../lib/time.ts';
import type { User } from '../../../protocol/entities.ts';
import { getSelectedUserId } from '../../../stores/selection.ts';
import { useIsUndoable } from '../../../stores/unsent.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { smallButton } from '../../../ui/button.tsx';
import { RotateCcw, Trash2, Undo2 } from '../../../ui/icons/icons.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { giveBack } from '../composer/use-draft.ts';
import { useIsReconnecting } from '../reconnecting.tsx';
import { texts as chatTexts } from '../texts.ts';
import { EmptyBubble, MessageMeta, QuoteBlock, Reactions, TextBubble } from './message-bubble.tsx';
import { MessagePicture, PreparingPicture, UploadRing } from './message-picture.tsx';
import { texts } from './texts.ts';
import { type Entry, keyOf, toDeliveryState } from './thread.ts';

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
  /** The same object as long as nothing in it changes. */
  entry: Entry;
  sender: User;
  isOwn: boolean;
  /** The name of the sender of the message that it answers. */
  quoted: string | undefined;
  /** The emoji of this person and of the other one. */
  ownReaction: string | undefined;
  theirReaction: string | undefined;
  peerName: string;
  /** In its group. Styles find the last one by what follows it. */
  isFirst: boolean;
}

/** One message. Nothing in it depends on later messages, so each arrival or change renders one row. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { entry, sender, isOwn, isFirst, ownReaction, theirReaction } = props;
  const { text, image, imageSize, createdAt, replyTo, reason } = entry;
  const id = keyOf(entry);
  const words = entry.deleted ? texts.deletedMessage : text === '' && chatTexts.forwarded;
  const state = isOwn && !entry.deleted ? toDeliveryState(entry) : undefined;
  const isUnderWay = state === 'sending' || state === 'waiting';
  // Of the other person's messages only this is shown.
  const shownState = entry.isChangeWaiting ? 'waiting' : state;
  const head = replyTo && <QuoteBlock quote={replyTo} name={props.quoted} />;
  const meta = <MessageMeta createdAt={createdAt} editedAt={entry.editedAt} state={shownState} />;
  return (
    <li className="message" data-key={id} data-own={isOwn} data-first={isFirst} data-state={state}>
      <span className="avatar">
        <Avatar user={sender} />
      </span>
      <div className="column">
        <VisuallyHidden data-sender>{isOwn ? texts.you : sender.fullName}</VisuallyHidden>
        {entry.forwarded && <span className="forwarded">{texts.forwarded}</span>}
        {words && <EmptyBubble words={words} meta={meta} />}
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
                known={imageSize}
              />
            )}
            {image !== '' && state === 'sending' && <UploadRing id={id} />}
            {text === undefined && meta}
          </div>
        )}
        {/* Another backend may let a message hold both, or neither. */}
        {!words && (text !== undefined || image === undefined) && (
          <TextBubble text={text ?? ''} head={image === undefined && head} meta={meta} />
        )}
        {(ownReaction ?? theirReaction) !== undefined && (
          <Reactions own={ownReaction} theirs={theirReaction} peerName={props.peerName} />
        )}
      </div>
      {isUnderWay && reason === undefined && <TakeBack id={id} isWaiting={state === 'waiting'} />}
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

interface NotSentProps {
  /** Key of the message. */
  id: string;
  /** Whether it is not retried; otherwise it keeps failing, and the person was notified. */
  isFinal: boolean;
  reason: string | undefined;
}

/** Below an unsent message: the reason, and the possible actions. */
function NotSent({ id, isFinal, reason }: NotSentProps) {
  const { retry, discard } = useOutboxActions();
  const { status } = useConnection();
  const isWaiting = !isFinal && status !== 'connected';
  return (
    <div className="not-sent" data-waiting={isWaiting}>
      <span>
        {isWaiting
          ? texts.waitingForConnection
          : isFinal
            ? texts.notSent(reason)
            : texts.notSentYet(reason)}
      </span>
      <div>
        <RowButton icon={RotateCcw} words={texts.retry} onPress={() => retry(id)} />
        <RowButton icon={Trash2} words={texts.discard} onPress={() => discard(id)} />
      </div>
    </div>
  );
}

interface RowButtonProps {
  icon: typeof Trash2;
  words: string;
  onPress: () => void;
}

function RowButton({ icon: Icon, words, onPress }: RowButtonProps) {
  return (
    <button type="button" onClick={onPress}>
      <Icon size={15} strokeWidth={2.25} />
      <span>{words}</span>
    </button>
  );
}

const undoRow = css({
  gridColumn: 1,
  gridRow: 2,
  justifySelf: 'end',
  '& > button': {
    ...smallButton,
    color: 'var(--accent-text)',
    '&:hover': { background: 'var(--accent-soft)' },
  },
});

/**
 * Most messages are sent sooner: nothing flickers below them. And if the next Undo appears under the pointer, the
 * second press of a double click has passed by then. In ms.
 */
const CALM_MS = 500;

/**
 * Below a message that cannot have arrived: takes it back into the box when it was just sent, and discards it while
 * there is no connection.
 */
function TakeBack({ id, isWaiting }: { id: string; isWaiting: boolean }) {
  const { undo, discard } = useOutboxActions();
  const isUndoable = useIsUndoable(id);
  const isReconnecting = useIsReconnecting();
  const [isCalm, setIsCalm] = useState(false);
  useEffect(() => {
    if (!isUndoable) return;
    const timer = setTimeout(() => setIsCalm(true), CALM_MS);
    return () => {
      clearTimeout(timer);
      setIsCalm(false);
    };
  }, [isUndoable]);

  const takeBack = () => {
    const content = undo(id);
    const peerId = getSelectedUserId();
    if (content && peerId !== null) giveBack(peerId, content);
  };
  if (!(isUndoable ? isCalm : isReconnecting && isWaiting)) return null;
  return (
    <div css={undoRow}>
      {isUndoable ? (
        <RowButton icon={Undo2} words={texts.undo} onPress={takeBack} />
      ) : (
        <RowButton icon={Trash2} words={texts.discard} onPress={() => discard(id)} />
      )}
    </div>
  );
}

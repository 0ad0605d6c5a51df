import { css } from '@emotion/react';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useSaved } from '../../../conversation/saved.ts';
import { formatDate, formatTime } from '../../../lib/time.ts';
import { operate } from '../../../outbox/operate.ts';
import { useUser } from '../../../people/users.ts';
import type { Message, MessageId, UserId } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X } from '../../../ui/icons/form-icons.ts';
import { Bookmark } from '../../../ui/icons/later-icons.ts';
import { canHover } from '../../../ui/media.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Dialog } from '../../dialog.tsx';
import { texts } from './texts.ts';

const panel = css({
  width: 'min(34rem, calc(100vw - 24px))',
  minHeight: 'min(18rem, calc(100dvh - 24px))',
  '& > header': {
    position: 'sticky',
    insetBlockStart: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingBlock: 'var(--s3) var(--s2)',
    paddingInline: 'var(--s6) var(--s3)',
    background: 'var(--raised)',
    '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  },
  '& > ul': { padding: '0 var(--s3) var(--s3)' },
  '& > div': {
    display: 'grid',
    justifyItems: 'center',
    gap: 'var(--s2)',
    padding: 'var(--s6)',
    color: 'var(--text-muted)',
    textAlign: 'center',
  },
});
const row = css({
  display: 'flex',
  alignItems: 'center',
  '& > button:first-of-type': {
    flex: 1,
    minWidth: 0,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: 'var(--s3)',
    alignItems: 'center',
    padding: 'var(--s2) var(--s3)',
    borderRadius: 'var(--r-m)',
    textAlign: 'start',
    '&:focus-visible': { outlineOffset: -2 },
    [canHover]: { '&:hover': { background: 'var(--hover)' } },
  },
  '& .avatar-cell': { gridRow: '1 / 3' },
  '& .head': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& .text': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
});

interface SavedMessagesProps {
  onShow: (peerId: UserId, messageId: MessageId) => void;
  onClose: () => void;
}

/** The messages that this person has saved; a press leads to one. */
export function SavedMessages({ onShow, onClose }: SavedMessagesProps) {
  const titleId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  const { status, saved, hasMore, isLoadingMore, load } = useSaved();
  const show = (peerId: UserId, messageId: MessageId) => {
    // First, since the opened conversation takes the focus.
    listRef.current?.closest('dialog')?.close();
    onShow(peerId, messageId);
  };
  return (
    <Dialog css={panel} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{texts.title}</h2>
        <IconButton label={texts.close} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </header>
      <ul ref={listRef}>
        {saved.map(({ userId, message }) => (
          <SavedRow
            key={message._id}
            peerId={userId}
            message={message}
            onShow={() => show(userId, message._id)}
          />
        ))}
      </ul>
      {status === 'loading' && (
        <div role="status" aria-label={texts.loading}>
          <Spinner size={28} />
        </div>
      )}
      {status === 'error' && (
        <div role="alert">
          {texts.failed}
          <Button look="quiet" busy={isLoadingMore} onClick={load}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {status === 'ready' && saved.length === 0 && !hasMore && (
        <div>
          <Bookmark size={28} />
          <strong>{texts.nothing}</strong>
          <p>{texts.hint}</p>
        </div>
      )}
      {status === 'ready' && hasMore && (
        <div>
          <Button look="quiet" busy={isLoadingMore} onClick={load}>
            {texts.more}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface SavedRowProps {
  peerId: UserId;
  message: Message;
  onShow: () => void;
}

function SavedRow({ peerId, message, onShow }: SavedRowProps) {
  const queryClient = useQueryClient();
  const meId = useMe()._id;
  const peer = useUser(peerId);
  const { _id, senderId, text, createdAt } = message;
  const name = peer?.fullName ?? '';
  const remove = () => operate(queryClient, peerId, { kind: 'save', messageId: _id, saved: false });
  return (
    <li css={row}>
      <button type="button" onClick={onShow}>
        <span className="avatar-cell">{peer && <Avatar user={peer} size={40} />}</span>
        <span className="head">
          {senderId === meId ? texts.where(texts.you, name) : texts.toYou(name)},{' '}
          {texts.time(formatDate(createdAt), formatTime(createdAt))}
        </span>
        <span className="text" dir="auto">
          {text ?? texts.picture}
        </span>
      </button>
      <IconButton label={texts.remove} onClick={remove}>
        <X size={18} />
      </IconButton>
    </li>
  );
}

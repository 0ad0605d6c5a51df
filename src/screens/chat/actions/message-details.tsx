import { css } from '@emotion/react';
import { useId } from 'react';
import { formatFullDateTime } from '../../../lib/time.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X } from '../../../ui/icons/form-icons.ts';
import { Info } from '../../../ui/icons/later-icons.ts';
import { Dialog } from '../../dialog.tsx';
import type { Entry } from '../thread/thread.ts';
import type { MessageAction } from './message-action.ts';
import { texts } from './texts.ts';

export const showDetails: MessageAction = {
  id: 'details',
  label: texts.details,
  icon: Info,
  isPossible: () => true,
  run: ({ message, isOwn }, { show }) =>
    show((close) => <MessageDetails message={message} isOwn={isOwn} onClose={close} />),
};

const sheet = css({
  width: 'min(26rem, calc(100vw - 24px))',
  paddingBlock: 'var(--s3) var(--s5)',
  paddingInline: 'var(--s6) var(--s3)',
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  },
  '& > dl': { display: 'grid', gap: 'var(--s3)', margin: 0, paddingBlockStart: 'var(--s3)' },
  '& dt': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& dd': { margin: 0 },
});

interface MessageDetailsProps {
  message: Entry;
  isOwn: boolean;
  onClose: () => void;
}

function MessageDetails({ message, isOwn, onClose }: MessageDetailsProps) {
  const titleId = useId();
  return (
    <Dialog css={sheet} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{texts.details}</h2>
        <IconButton label={texts.close} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </header>
      <dl>
        {describeMessage(message, isOwn).map(({ what, is }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** What is known of a message, in the order in which it happened. What the server has not told is left out. */
export function describeMessage(message: Entry, isOwn: boolean): { what: string; is: string }[] {
  const { createdAt, editedAt, change, outgoing, outboxKey, reason } = message;
  const words = texts.known;
  const known: { what: string; is: string }[] = [];
  const add = (what: string, is: string) => known.push({ what, is });
  if (outgoing) {
    add(words.written, formatFullDateTime(createdAt));
    add(words.state, outgoing === 'failed' ? words.notSent(reason) : words.onDevice(reason));
    return known;
  }
  const written = outboxKey === undefined ? '' : formatFullDateTime(readKeyTime(outboxKey));
  if (written !== '') add(words.written, written);
  add(words.received, formatFullDateTime(createdAt));
  if (change !== undefined) add(words.number, `${change}`);
  if (editedAt !== undefined) add(words.edited, formatFullDateTime(editedAt));
  if (isOwn) {
    const state = message.seen ? words.seen : message.delivered ? words.delivered : words.sent;
    add(words.state, state);
  }
  return known;
}

/** The time in a UUIDv7, when this window made it; empty for another key. */
function readKeyTime(key: string): string {
  const [, time] = /^([0-9a-f]{8}-[0-9a-f]{4})-7/.exec(key) ?? [];
  return time === undefined ? '' : new Date(parseInt(time.replace('-', ''), 16)).toISOString();
}

import { css } from '@emotion/react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { getConversation } from '../../../conversation/conversation.ts';
import { listMessages } from '../../../conversation/patches/conversation.ts';
import { operate } from '../../../outbox/operate.ts';
import type { MessageId, UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { type Edit, endEdit, keepEditText } from '../../../stores/edits.ts';
import { usePreference } from '../../../stores/preferences.ts';
import { announce } from '../../../ui/announcer.ts';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { notify } from '../../../ui/notify.ts';
import { CharactersLeft } from '../composer/characters-left.tsx';
import { box as boxStyle, composer, form } from '../composer/composer-styles.ts';
import { readEnter } from '../composer/enter-key.ts';
import { growToContent } from '../composer/grow-to-content.ts';
import { insertText } from '../composer/insert-text.ts';
import { formatDeadline } from './format-deadline.ts';
import { texts } from './texts.ts';

const bar = css({
  display: 'grid',
  paddingBlock: 'var(--s2)',
  paddingInline: 'var(--s3)',
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 'var(--s3)',
    paddingInline: 4,
    font: 'var(--t-sm)',
    color: 'var(--text-muted)',
    '& > strong': { fontWeight: 600, color: 'var(--accent-text)' },
  },
  '& > p': { paddingInline: 4, font: 'var(--t-sm)', color: 'var(--danger)' },
  '& > div:last-child': {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: 'var(--s2)',
    '& > button': { minHeight: 44 },
  },
});

/** A message that was not sent when its edit began may be by now. */
function findId(queryClient: QueryClient, peerId: UserId, { key, messageId }: Edit): MessageId {
  const conversation = getConversation(queryClient, peerId);
  const sent = conversation && listMessages(conversation).find((one) => one.outboxKey === key);
  return sent?._id ?? messageId;
}

interface EditBarProps {
  peerId: UserId;
  edit: Edit;
}

/** In the place of the box: the text of a message that is being changed. */
export function EditBar({ peerId, edit }: EditBarProps) {
  const queryClient = useQueryClient();
  const sendKey = usePreference('sendKey');
  const titleId = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  /** The message that had the focus; without one it returns to the box for new messages. */
  const cameFrom = useRef<HTMLElement>(null);
  const text = edit.text ?? edit.before;
  const words = text.trim();

  useEffect(() => {
    cameFrom.current = document.activeElement?.closest<HTMLElement>('.message') ?? null;
    const box = boxRef.current;
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  useEffect(() => {
    if (boxRef.current && text !== '') growToContent(boxRef.current);
  }, [text]);

  const end = () => {
    flushSync(() => endEdit(peerId));
    const box = document.querySelector<HTMLElement>('[data-part=box]');
    const to = cameFrom.current?.isConnected ? cameFrom.current : box;
    to?.focus({ preventScroll: true });
  };
  const save = () => {
    if (words.length > LIMITS.messageText) {
      notify.error(texts.tooLong(LIMITS.messageText));
      return;
    }
    if (words === '') return;
    end();
    if (words === edit.before) return;
    operate(queryClient, peerId, {
      kind: 'edit',
      messageId: findId(queryClient, peerId, edit),
      text: words,
      version: edit.version,
    });
    announce({
      kind: 'own-edit',
      line: texts.saved,
      summarise: () => texts.saved,
      summariseFrom: 2,
    });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) {
      // Otherwise it would also close the conversation.
      event.preventDefault();
      end();
      return;
    }
    const wish = readEnter(event, sendKey);
    if (wish === null) return;
    event.preventDefault();
    if (wish === 'send') save();
    else if (wish === 'break' && boxRef.current) insertText(boxRef.current, '\n');
  };

  return (
    <section css={composer} aria-labelledby={titleId}>
      <div css={[form, bar]}>
        <header>
          <strong id={titleId}>{texts.editTitle}</strong>
          <span id={`${titleId}-until`}>
            {texts.editableUntil(formatDeadline(new Date(edit.until)))}
          </span>
        </header>
        {edit.reason !== undefined && <p role="alert">{texts.notSaved(edit.reason)}</p>}
        <textarea
          css={boxStyle}
          ref={boxRef}
          rows={1}
          aria-labelledby={titleId}
          aria-describedby={`${titleId}-until`}
          value={text}
          dir="auto"
          enterKeyHint="done"
          onChange={({ target }) => keepEditText(peerId, target.value)}
          onKeyDown={handleKeyDown}
        />
        <CharactersLeft length={words.length} />
        <div>
          <Button look="quiet" onClick={end}>
            {texts.cancel}
          </Button>
          <Button aria-disabled={words === ''} onClick={save}>
            {texts.save}
          </Button>
        </div>
      </div>
    </section>
  );
}

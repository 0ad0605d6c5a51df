import { css } from '@emotion/react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getConversation } from '../../../conversation/conversation.ts';
import { listMessages } from '../../../conversation/patches/conversation.ts';
import { operate } from '../../../outbox/operate.ts';
import type { MessageId, UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { isBlank, isTooLong, tidyText } from '../../../protocol/text.ts';
import { type Edit, endEdit, keepEditText } from '../../../stores/edits.ts';
import { announce } from '../../../ui/announcer.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Check, X } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { DeleteQuestion } from '../actions/delete-question.tsx';
import { texts } from '../actions/texts.ts';
import { about, composer, send } from './composer-styles.ts';
import { MessageBox, setCaret } from './message-box.tsx';

const problem = css({ paddingInline: 'var(--s3)', font: 'var(--t-sm)', color: 'var(--danger)' });

/** A message that was not sent when its edit began may be by now. */
function findId(queryClient: QueryClient, peerId: UserId, { key, messageId }: Edit): MessageId {
  const conversation = getConversation(queryClient, peerId);
  const sent = conversation && listMessages(conversation).find((one) => one.key === key);
  return sent?._id ?? messageId;
}

/** The box while a message is edited. The draft in the other one stays, and is there again afterwards. */
export function EditBar({ peerId, edit }: { peerId: UserId; edit: Edit }) {
  const queryClient = useQueryClient();
  const titleId = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  /** What had the focus in a message; otherwise it returns to the box for new messages. */
  const cameFrom = useRef<HTMLElement>(null);
  const text = edit.text ?? edit.before;
  const words = tidyText(text);
  const [isDeleting, setIsDeleting] = useState(false);

  useEffect(() => {
    const { activeElement } = document;
    cameFrom.current = activeElement?.closest<HTMLElement>('.message, .message *') ?? null;
    const box = boxRef.current;
    box?.focus({ preventScroll: true });
    if (box) setCaret(box, box.value.length);
  }, []);

  const end = () => {
    flushSync(() => endEdit(peerId));
    const box = document.querySelector<HTMLElement>('[data-part=box]');
    const to = cameFrom.current?.isConnected ? cameFrom.current : box;
    to?.focus({ preventScroll: true });
  };
  const save = () => {
    if (isTooLong(words, LIMITS.messageText)) {
      notify.error(texts.tooLong(LIMITS.messageText));
      return;
    }
    if (isBlank(words)) return setIsDeleting(true);
    end();
    if (words === edit.before) return;
    operate(queryClient, peerId, {
      kind: 'edit',
      messageId: findId(queryClient, peerId, edit),
      text: words,
      version: edit.version,
    });
    announce({ kind: 'own-edit', line: texts.saved });
  };
  return (
    <section css={composer} aria-labelledby={titleId}>
      <MessageBox
        boxRef={boxRef}
        text={text}
        onChange={(changed) => keepEditText(peerId, changed)}
        onSubmit={save}
        onEscape={end}
        aria-labelledby={titleId}
        enterKeyHint="done"
        head={
          <>
            <div css={about}>
              <p>
                <strong id={titleId}>{texts.editTitle}</strong>
                <span dir="auto">{edit.before}</span>
              </p>
              <IconButton label={texts.cancelEdit} onClick={end}>
                <X size={20} />
              </IconButton>
            </div>
            {edit.reason !== undefined && (
              <p css={problem} role="alert">
                {texts.notSaved(edit.reason)}
              </p>
            )}
          </>
        }
        end={
          <IconButton label={texts.save} css={send} data-idle={words === ''} onClick={save}>
            <Check size={20} />
          </IconButton>
        }
      />
      {isDeleting && (
        <DeleteQuestion
          peerId={peerId}
          messageId={findId(queryClient, peerId, edit)}
          onDelete={end}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </section>
  );
}

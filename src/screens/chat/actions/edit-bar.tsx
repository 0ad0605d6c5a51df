import { css } from '@emotion/react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { getConversation } from '../../../conversation/conversation.ts';
import { listMessages } from '../../../conversation/patches/conversation.ts';
import { operate } from '../../../outbox/operate.ts';
import type { MessageId, UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { isBlank, isTooLong } from '../../../protocol/text.ts';
import { type Edit, endEdit, keepEditText } from '../../../stores/edits.ts';
import { usePreference } from '../../../stores/preferences.ts';
import { announce } from '../../../ui/announcer.ts';
import { isComposing } from '../../../ui/composing.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Check, X } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { CharactersLeft } from '../composer/characters-left.tsx';
import { about, box as boxStyle, composer, form, line, send } from '../composer/composer-styles.ts';
import { CompletionList, useCompletion } from '../composer/emoji/completion.tsx';
import { EmojiButton } from '../composer/emoji/emoji-button.tsx';
import { readEnter } from '../composer/enter-key.ts';
import { growToContent } from '../composer/grow-to-content.ts';
import { insertText } from '../composer/insert-text.ts';
import { texts } from './texts.ts';

const problem = css({ paddingInline: 'var(--s3)', font: 'var(--t-sm)', color: 'var(--danger)' });

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

/** The box while a message is edited. The draft in the other one stays, and is there again afterwards. */
export function EditBar({ peerId, edit }: EditBarProps) {
  const queryClient = useQueryClient();
  const sendKey = usePreference('sendKey');
  const titleId = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  /** The message that had the focus; without one it returns to the box for new messages. */
  const cameFrom = useRef<HTMLElement>(null);
  const text = edit.text ?? edit.before;
  const words = text.trim();
  const completing = useCompletion(boxRef);
  const { completion } = completing;

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
    if (isTooLong(words, LIMITS.messageText)) {
      notify.error(texts.tooLong(LIMITS.messageText));
      return;
    }
    if (isBlank(words)) return;
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
    if (completing.handleKey(event)) return;
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
      <div css={form}>
        {completion && <CompletionList completion={completion} onChoose={completing.choose} />}
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
        <CharactersLeft text={words} />
        <div css={line}>
          <EmojiButton
            onInsert={(emoji) => boxRef.current && insertText(boxRef.current, emoji)}
            onReturn={() => boxRef.current?.focus()}
          />
          <textarea
            translate="no"
            css={boxStyle}
            ref={boxRef}
            rows={1}
            aria-labelledby={titleId}
            aria-autocomplete="list"
            aria-haspopup={completion ? 'listbox' : undefined}
            aria-controls={completion?.listId}
            aria-activedescendant={completion ? completion.optionId(completion.active) : undefined}
            value={text}
            dir="auto"
            enterKeyHint="done"
            onChange={({ target }) => {
              keepEditText(peerId, target.value);
              completing.follow(target.value, target.selectionStart);
            }}
            onKeyDown={handleKeyDown}
            onBlur={completing.close}
          />
          <IconButton label={texts.save} css={send} data-idle={words === ''} onClick={save}>
            <Check size={20} />
          </IconButton>
        </div>
      </div>
    </section>
  );
}

import { Image, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MessageContent, UserId } from '../../../protocol/entities.ts';
import { IMAGE_TYPES } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notify } from '../../../ui/notify.ts';
import { CharactersLeft } from './characters-left.tsx';
import { box, composer, form, line, preview, send } from './composer-styles.ts';
import { growToContent } from './grow-to-content.ts';
import { useDraft } from './use-draft.ts';
import { usePicture } from './use-picture.ts';

interface ComposerProps {
  accountId: UserId;
  peerId: UserId;
  /** Never throws: what cannot be sent stands in the conversation and says so. */
  onSend: (content: MessageContent) => void;
  onTyping: () => void;
}

/** Where a message is written. What is typed lives here alone, so that typing renders nothing else. */
export function Composer({ accountId, peerId, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useState('');
  const { picture, takeFile, restore, remove } = usePicture();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const fileRef = useRef<HTMLInputElement>(null);
  const cursorRef = useRef(0);
  /** Where the cursor goes once the restored text stands in the box. */
  const dueCursor = useRef<number>(null);
  const isTouched = useRef(false);
  const isBlank = text.trim() === '' && !picture;

  const keepDraft = useDraft(accountId, peerId, {
    onRestore(draft) {
      // Somebody who already types is not interrupted by what they left.
      if (isTouched.current) return;
      setText(draft.text);
      if (draft.image) restore(draft.image);
      dueCursor.current = draft.cursor;
    },
    onCleared(texts) {
      // What somebody wrote here and nowhere else is theirs to keep.
      if (isTouched.current && !texts.includes(text)) return;
      isTouched.current = false;
      setText('');
      remove();
    },
  });

  const tellDraft = () => {
    if (isBlank) return null;
    const draft = { text, cursor: cursorRef.current };
    if (!picture) return draft;
    return picture.data.then(
      (image) => ({ ...draft, image }),
      () => draft,
    );
  };

  useEffect(() => {
    // On a touch screen the keyboard would cover what was opened to be read.
    if (!matchMedia('(pointer: coarse)').matches) boxRef.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    if (!boxRef.current) return;
    growToContent(boxRef.current, text);
    if (dueCursor.current === null || text === '') return;
    cursorRef.current = dueCursor.current;
    dueCursor.current = null;
    boxRef.current.setSelectionRange(cursorRef.current, cursorRef.current);
  }, [text]);

  useEffect(() => {
    if (!isTouched.current) return;
    // What was sent must not come back as a draft, not even after a crash right now.
    if (isBlank) keepDraft(tellDraft, 0);
    else keepDraft(tellDraft);
  });

  const handleSelectionChange = useEffectEvent(() => {
    const cursor = boxRef.current?.selectionStart;
    const isHere = document.activeElement === boxRef.current && dueCursor.current === null;
    if (!isHere || cursor === undefined || cursor === cursorRef.current) return;
    cursorRef.current = cursor;
    if (!isBlank) keepDraft(tellDraft);
  });

  useEffect(() => {
    // React's onSelect follows keys and mouse alone where the event starts at the box, not at the document.
    const listener = () => handleSelectionChange();
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, []);

  const handleSend = async () => {
    const words = text.trim();
    if (words.length > LIMITS.messageText) {
      const most = LIMITS.messageText.toLocaleString();
      notify.error(`This message is too long. The most is ${most} characters.`);
      return;
    }
    if (isBlank) return;
    isTouched.current = true;
    setText('');
    remove();
    boxRef.current?.focus();
    if (picture) {
      try {
        onSend({ image: await picture.data });
      } catch {
        // The file could not be read and a notification says so; the words wait for another try.
        setText((typedSince) => [text, typedSince].filter(Boolean).join('\n'));
        return;
      }
    }
    if (words) onSend({ text: words });
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    // Enter that chooses a word of an input method; Safari tells it by the key code alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (!event.repeat) void handleSend();
  };

  return (
    <div css={composer}>
      <form
        css={form}
        onSubmit={(event) => {
          event.preventDefault();
          void handleSend();
        }}
      >
        {picture && (
          <div css={preview}>
            <img src={picture.preview} alt="To be sent" />
            <button
              type="button"
              aria-label="Remove image"
              title="Remove image"
              onClick={() => {
                isTouched.current = true;
                remove();
                boxRef.current?.focus();
              }}
            >
              <X size={16} aria-hidden="true" />
            </button>
          </div>
        )}
        <CharactersLeft length={text.trim().length} />
        <div css={line}>
          <input
            ref={fileRef}
            type="file"
            accept={IMAGE_TYPES.join(',')}
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Choosing the same file again has to be a change again.
              event.target.value = '';
              if (!file) return;
              isTouched.current = true;
              takeFile(file);
              boxRef.current?.focus();
            }}
          />
          <IconButton label="Attach image" onClick={() => fileRef.current?.click()}>
            <Image size={20} aria-hidden="true" />
          </IconButton>
          <textarea
            css={box}
            ref={boxRef}
            rows={1}
            aria-label="Message"
            placeholder="Send a message..."
            value={text}
            dir="auto"
            enterKeyHint="send"
            onChange={(event) => {
              isTouched.current = true;
              setText(event.target.value);
              if (event.target.value.trim()) onTyping();
            }}
            onKeyDown={handleKeyDown}
          />
          <IconButton label="Send" type="submit" css={send} aria-disabled={isBlank}>
            <SendHorizontal size={20} aria-hidden="true" />
          </IconButton>
        </div>
      </form>
    </div>
  );
}

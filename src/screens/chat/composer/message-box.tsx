/** The box in which a message is written or edited: its text, keys, emoji, and remaining characters. */
import { css } from '@emotion/react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '../../../protocol/limits.ts';
import { countCharacters } from '../../../protocol/text.ts';
import { type Preferences, usePreference } from '../../../stores/preferences.ts';
import type { Elements } from '../../../ui/elements.ts';
import { isComposing } from '../../../ui/keys.ts';
import { coarse, useMatchesMedia } from '../../../ui/media.ts';
import { notify } from '../../../ui/notify.ts';
import { useListeners } from '../../../ui/use-listeners.ts';
import { box as boxStyle, form, line } from './composer-styles.ts';
import { CompletionList, insertText, useCompletion } from './emoji/completion.tsx';
import { EmojiButton } from './emoji/emoji-button.tsx';
import { texts } from './texts.ts';

/** Of code units. A longer text is never within the limit, however few characters it has; up to this one it can be cut. */
const MOST_UNITS = 2 * LIMITS.messageText;

interface MessageBoxProps
  extends Pick<
    ComponentProps<'textarea'>,
    'aria-label' | 'aria-labelledby' | 'placeholder' | 'onPaste'
  > {
  boxRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  /** The caret has moved, but the text has not changed. */
  onCaret?: (caret: number) => void;
  onSubmit: () => void;
  /** Escape was pressed; absent: the key is not used. */
  onEscape?: (() => void) | undefined;
  /** The name of the box for scripts that look for it. */
  part?: string;
  /** The key of an on-screen keyboard that sends. */
  enterKeyHint: 'send' | 'done';
  head: Elements;
  start?: Elements;
  end: Elements;
}

export function MessageBox(props: MessageBoxProps) {
  const { boxRef, text, onChange, onCaret, onSubmit, onEscape } = props;
  const completing = useCompletion(boxRef);
  const { completion } = completing;
  const sendKey = useSendKey();
  const caret = useRef(0);
  /** The focus came by the Tab key. */
  const [isByKey, setIsByKey] = useState(false);

  useEffect(() => {
    if (boxRef.current?.value === text) growToContent(boxRef.current);
  }, [text, boxRef]);

  // React's `onBeforeInput` is another event.
  useListeners(() => boxRef.current, {
    // Whatever brings the text: keys, paste, drop, dictation. The browser needs seconds to lay out a very long one.
    beforeinput(event) {
      const box = boxRef.current;
      const added = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      if (!box || added.length <= 1) return;
      const selected = box.selectionEnd - box.selectionStart;
      if (box.value.length - selected + added.length <= MOST_UNITS) return;
      event.preventDefault();
      notify.error(texts.tooLongToInsert(LIMITS.messageText));
    },
  });
  // React's onSelect follows keys and mouse only for events that start at the box, not at the document.
  useListeners(() => document, {
    selectionchange() {
      const at = boxRef.current?.selectionStart;
      if (document.activeElement !== boxRef.current || at === undefined || at === caret.current)
        return;
      caret.current = at;
      completing.follow(text, at);
      onCaret?.(at);
    },
  });

  const handleKeyDown = (event: KeyboardEvent) => {
    if (completing.handleKey(event)) return;
    if (onEscape && event.key === 'Escape' && !isComposing(event)) {
      // Otherwise it would also close the conversation.
      event.preventDefault();
      onEscape();
      return;
    }
    const wish = readEnter(event, sendKey);
    if (wish === null) return;
    event.preventDefault();
    if (wish === 'send') {
      completing.close();
      onSubmit();
    } else if (wish === 'break' && boxRef.current) insertText(boxRef.current, '\n');
  };

  return (
    <div css={form} data-by-key={isByKey}>
      {completion && <CompletionList completion={completion} onChoose={completing.choose} />}
      {props.head}
      <CharactersLeft text={text.trim()} />
      <div css={line}>
        {props.start}
        <EmojiButton
          onInsert={(emoji) => boxRef.current && insertText(boxRef.current, emoji)}
          onReturn={() => boxRef.current?.focus()}
        />
        <textarea
          translate="no"
          css={boxStyle}
          ref={boxRef}
          data-part={props.part}
          rows={1}
          aria-label={props['aria-label']}
          aria-labelledby={props['aria-labelledby']}
          aria-autocomplete="list"
          aria-haspopup={completion ? 'listbox' : undefined}
          aria-controls={completion?.listId}
          aria-activedescendant={completion ? completion.optionId(completion.active) : undefined}
          placeholder={props.placeholder}
          value={text}
          dir="auto"
          enterKeyHint={sendKey === 'enter' ? props.enterKeyHint : 'enter'}
          onChange={({ target }) => {
            onChange(target.value);
            completing.follow(target.value, target.selectionStart);
          }}
          onKeyDown={handleKeyDown}
          // The key was pressed elsewhere, and is released here.
          onKeyUp={({ key }) => key === 'Tab' && setIsByKey(true)}
          onBlur={() => {
            setIsByKey(false);
            completing.close();
          }}
          onPaste={props.onPaste}
        />
        {props.end}
      </div>
    </div>
  );
}

/** The key that sends, with the keyboard that is probably used: on a touch screen a Send button is beside the keys. */
function useSendKey(): Preferences['sendKey'] {
  const isTouch = useMatchesMedia(coarse);
  const sendKey = usePreference('sendKey');
  const touchEnter = usePreference('touchEnter');
  if (!isTouch) return sendKey;
  return touchEnter === 'send' ? 'enter' : 'command-enter';
}

/**
 * What Enter in the box does: sends, breaks the line although the browser would not, nothing, or (null) the browser's
 * default.
 */
function readEnter(
  event: KeyboardEvent,
  sendKey: Preferences['sendKey'],
): 'send' | 'break' | 'ignore' | null {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event)) return null;
  const hasCommand = event.ctrlKey || event.metaKey;
  // If the key that sends, or has opened the conversation, is held too long, it must not break lines.
  if (hasCommand === (sendKey === 'command-enter')) return event.repeat ? 'ignore' : 'send';
  return hasCommand ? 'break' : null;
}

/** Sets the caret, and scrolls the box to about there: browsers do so only for typing. */
export function setCaret(box: HTMLTextAreaElement, caret: number): void {
  box.setSelectionRange(caret, caret);
  box.scrollTop = (box.scrollHeight * caret) / box.value.length - box.clientHeight / 2;
}

const growsByItself = CSS.supports('field-sizing', 'content');

/** Sets a text box's height to its text or placeholder, within its max-height. */
function growToContent(box: HTMLTextAreaElement): void {
  if (growsByItself) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}

/** This close to the limit, the remaining characters are shown. */
const NEAR = 500;

/** Near a message's maximum length: how many characters are left or too many. */
function CharactersLeft({ text }: { text: string }) {
  // A text has no more characters than code units.
  if (LIMITS.messageText - text.length > NEAR) return null;
  const left = LIMITS.messageText - countCharacters(text);
  if (left > NEAR) return null;
  return (
    <p css={counter} data-over={left < 0} role="status">
      {left < 0 ? texts.charactersTooMany(-left) : texts.charactersLeft(left)}
    </p>
  );
}

const counter = css({
  padding: '0 var(--s3)',
  font: 'var(--t-xs)',
  color: 'var(--text-muted)',
  textAlign: 'end',
  '&[data-over=true]': { color: 'var(--danger)' },
});

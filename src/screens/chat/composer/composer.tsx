import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Sendable, SendReferences } from '../../../conversation/entities.ts';
import { IMAGE_TYPES, type Quote, type UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { isBlank as isBlankText, isTooLong } from '../../../protocol/text.ts';
import { type Deletion, subscribeDeletions } from '../../../stores/message-events.ts';
import { usePreference } from '../../../stores/preferences.ts';
import { isComposing } from '../../../ui/composing.ts';
import type { Elements } from '../../../ui/elements.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Image, SendHorizontal } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { receiveReplies } from './begin-reply.ts';
import { CharactersLeft } from './characters-left.tsx';
import { box as boxStyle, composer, form, line, send } from './composer-styles.ts';
import { DropHint } from './drop-hint.tsx';
import { CompletionList, useCompletion } from './emoji/completion.tsx';
import { EmojiButton } from './emoji/emoji-button.tsx';
import { readEnter } from './enter-key.ts';
import { insertText } from './insert-text.ts';
import { readPastedFiles } from './pasted-files.ts';
import { PictureStrip } from './picture-strip.tsx';
import { ReplyBar } from './reply-bar.tsx';
import { texts } from './texts.ts';
import { useBox } from './use-box.ts';
import { useDraft } from './use-draft.ts';
import { useFileDrop } from './use-file-drop.ts';
import { usePictures } from './use-pictures.ts';

interface ComposerProps {
  accountId: UserId;
  peerId: UserId;
  peerName: string;
  /** Never throws: an unsent message is shown with its reason in the conversation. */
  onSend: (content: Sendable, references?: SendReferences) => void;
  onTyping: () => void;
  /** Shown above chosen pictures. */
  pictureNote?: Elements;
  /** Something else is in its place; the text stays. */
  isHidden?: boolean;
}

/** The box for writing a message. The typed text is state of this component only, so typing renders nothing else. */
export function Composer(props: ComposerProps) {
  const { accountId, peerId, peerName, onSend, onTyping, pictureNote, isHidden = false } = props;
  const { pictures, ...album } = usePictures();
  const composerRef = useRef<HTMLDivElement>(null);
  const fileRef = useRef<HTMLInputElement>(null);
  const sendKey = usePreference('sendKey');
  /** The message that is being answered. */
  const [quote, setQuote] = useState<Quote>();

  const { text, boxRef, caretRef, ...writing } = useBox({
    onCaret(caret) {
      completing.follow(text, caret);
      draft.keepCaret();
    },
  });
  const completing = useCompletion(boxRef);
  const { completion } = completing;
  const isBlank = isBlankText(text) && pictures.length === 0;
  const box = { text, caretRef, writing, pictures, album, isBlank, quote, setQuote };
  const draft = useDraft(accountId, peerId, box);

  const handleReply = useEffectEvent((answered: Quote) => {
    draft.markEdited();
    setQuote(answered);
    boxRef.current?.focus();
  });
  useEffect(() => receiveReplies((answered) => handleReply(answered)), []);
  const handleDeletion = useEffectEvent(({ messageId }: Deletion) => {
    if (quote?._id === messageId) setQuote({ _id: messageId, deleted: true });
  });
  useEffect(() => subscribeDeletions((deletion) => handleDeletion(deletion)), []);

  const handleFiles = (files: readonly File[]) => {
    if (files.length === 0) return;
    draft.markEdited();
    album.add(files);
    boxRef.current?.focus();
  };
  const isDropping = useFileDrop(() => composerRef.current?.parentElement, handleFiles);

  const handleSend = () => {
    // Even if nothing is sent: after a second press of the button, the next typed text would be lost.
    boxRef.current?.focus();
    const words = text.trim();
    if (isTooLong(words, LIMITS.messageText)) {
      notify.error(texts.tooLong(LIMITS.messageText));
      return;
    }
    if (isBlank) return;
    draft.markEdited();
    writing.setText('');
    album.clear();
    completing.close();
    setQuote(undefined);
    // Each picture is one message; the text comes last, as it is written last.
    const contents: Sendable[] = pictures.map((one) =>
      one.src === null ? one.unready : { image: one.src },
    );
    if (!isBlankText(words)) contents.push({ text: words });
    for (const [index, content] of contents.entries()) {
      // The first one is the answer.
      if (quote && index === 0) onSend(content, { replyTo: quote });
      else onSend(content);
    }
  };

  const cancelReply = () => {
    draft.markEdited();
    setQuote(undefined);
    boxRef.current?.focus();
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (completing.handleKey(event)) return;
    if (quote && event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault();
      cancelReply();
      return;
    }
    const wish = readEnter(event, sendKey);
    if (wish === null) return;
    event.preventDefault();
    if (wish === 'send') handleSend();
    else if (wish === 'break' && boxRef.current) insertText(boxRef.current, '\n');
  };

  return (
    <>
      {isDropping && <DropHint />}
      <div css={composer} ref={composerRef} hidden={isHidden}>
        <div css={form}>
          {completion && <CompletionList completion={completion} onChoose={completing.choose} />}
          {quote && (
            <ReplyBar quote={quote} peerId={peerId} peerName={peerName} onCancel={cancelReply} />
          )}
          {pictures.length > 0 && (
            <>
              {pictureNote}
              <PictureStrip
                pictures={pictures}
                onRemove={(id) => {
                  draft.markEdited();
                  album.remove(id);
                  boxRef.current?.focus();
                }}
              />
            </>
          )}
          <CharactersLeft text={text.trim()} />
          <div css={line}>
            <input
              ref={fileRef}
              type="file"
              accept={IMAGE_TYPES.join(',')}
              multiple
              hidden
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                // Choosing the same file again must fire a change event.
                event.target.value = '';
                handleFiles(files);
              }}
            />
            <IconButton label={texts.attach} onClick={() => fileRef.current?.click()}>
              <Image size={20} />
            </IconButton>
            <EmojiButton
              onInsert={(emoji) => boxRef.current && insertText(boxRef.current, emoji)}
              onReturn={() => boxRef.current?.focus()}
            />
            <textarea
              translate="no"
              css={boxStyle}
              ref={boxRef}
              data-part="box"
              rows={1}
              aria-label={texts.message}
              aria-autocomplete="list"
              aria-haspopup={completion ? 'listbox' : undefined}
              aria-controls={completion?.listId}
              aria-activedescendant={
                completion ? completion.optionId(completion.active) : undefined
              }
              placeholder={texts.placeholder}
              value={text}
              dir="auto"
              enterKeyHint={sendKey === 'enter' ? 'send' : 'enter'}
              onChange={({ target }) => {
                draft.markEdited();
                writing.setText(target.value);
                completing.follow(target.value, target.selectionStart);
                if (!isBlankText(target.value)) onTyping();
              }}
              onKeyDown={handleKeyDown}
              onBlur={completing.close}
              onPaste={(event) => {
                const files = readPastedFiles(event.clipboardData);
                if (files.length === 0) return;
                event.preventDefault();
                handleFiles(files);
              }}
            />
            <IconButton label={texts.send} css={send} data-idle={isBlank} onClick={handleSend}>
              <SendHorizontal size={20} />
            </IconButton>
          </div>
        </div>
      </div>
    </>
  );
}

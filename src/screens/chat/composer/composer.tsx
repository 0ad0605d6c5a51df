import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Sendable, SendReferences } from '../../../conversation/entities.ts';
import { mergeQuote } from '../../../conversation/patches/merge-quote.ts';
import type { Quote, UserId } from '../../../protocol/entities.ts';
import { IMAGE_TYPES } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { isBlank as isBlankText, isTooLong, tidyText } from '../../../protocol/text.ts';
import { subscribeQuotes } from '../../../stores/message-events.ts';
import { IconButton } from '../../../ui/button.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { Image, SendHorizontal } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { composer, send } from './composer-styles.ts';
import { DropHint, readPastedFiles, useFileDrop } from './drop-and-paste.tsx';
import { MessageBox } from './message-box.tsx';
import { PictureStrip, usePictures } from './pictures.tsx';
import { ReplyBar, receiveReplies } from './reply-bar.tsx';
import { texts } from './texts.ts';
import { useBox, useDraft } from './use-draft.ts';

interface ComposerProps {
  accountId: UserId;
  peerId: UserId;
  peerName: string;
  /** Never throws: an unsent message is shown with its reason in the conversation. */
  onSend: (content: Sendable, references?: SendReferences) => void;
  onTyping: () => void;
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
  const [quote, setQuote] = useState<Quote>();

  const { text, boxRef, ...writing } = useBox(peerId);
  const isBlank = isBlankText(text) && pictures.length === 0;
  const box = { text, writing, pictures, album, isBlank, quote, setQuote };
  const draft = useDraft(accountId, peerId, box);

  const handleReply = useEffectEvent((answered: Quote) => {
    draft.markEdited();
    setQuote(answered);
    boxRef.current?.focus();
  });
  useEffect(() => receiveReplies((answered) => handleReply(answered)), []);
  useEffect(
    () => subscribeQuotes((changed) => setQuote((known) => mergeQuote(known, changed.quote))),
    [],
  );

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
    const words = tidyText(text);
    if (isTooLong(words, LIMITS.messageText)) {
      notify.error(texts.tooLong(LIMITS.messageText));
      return;
    }
    if (isBlank) return;
    draft.markEdited();
    writing.setText('');
    album.clear();
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

  return (
    <>
      {isDropping && <DropHint />}
      <div css={composer} ref={composerRef} hidden={isHidden}>
        <MessageBox
          boxRef={boxRef}
          text={text}
          onChange={(changed) => {
            draft.markEdited();
            writing.setText(changed);
            if (!isBlankText(changed)) onTyping();
          }}
          onCaret={(caret) => {
            if (writing.moveCaret(caret)) draft.keepCaret();
          }}
          onSubmit={handleSend}
          onEscape={quote && cancelReply}
          onPaste={(event) => {
            const files = readPastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            handleFiles(files);
          }}
          part="box"
          aria-label={texts.message}
          placeholder={texts.placeholder}
          enterKeyHint="send"
          head={
            <>
              {quote && (
                <ReplyBar
                  quote={quote}
                  peerId={peerId}
                  peerName={peerName}
                  onCancel={cancelReply}
                />
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
            </>
          }
          start={
            <>
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
            </>
          }
          end={
            <IconButton label={texts.send} css={send} data-idle={isBlank} onClick={handleSend}>
              <SendHorizontal size={20} />
            </IconButton>
          }
        />
      </div>
    </>
  );
}

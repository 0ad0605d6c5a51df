/** What is inside a message's bubble: its text, and the line with time and state. Pictures are in `message-picture.tsx`. */

import { lateComponent } from '../../../lib/late-component.tsx';
import { formatTime } from '../../../lib/time.ts';
import type { Quote } from '../../../protocol/entities.ts';
import { isPictureAddress } from '../../../ui/broken-picture.ts';
import type { Elements } from '../../../ui/elements.ts';
import { Check, CheckCheck, CircleAlert, Clock3 } from '../../../ui/icons/icons.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { texts } from './texts.ts';
import type { DeliveryState } from './thread.ts';

interface TextBubbleProps {
  text: string;
  /** Above the text: what the message answers. */
  head: Elements;
  meta: Elements;
}

/** A text, or one to three emoji large and without a bubble. `meta` is its time and state. */
export function TextBubble({ text, head, meta }: TextBubbleProps) {
  const Words = mayHaveLink(text) ? LinkedText : PlainText;
  if (isEmojiOnly(text)) {
    return (
      <div className="bubble emoji">
        {head}
        <p>{text}</p>
        {meta}
      </div>
    );
  }
  return (
    <div className="bubble">
      {head}
      <p dir="auto">
        <Words text={text} />
        {meta}
      </p>
    </div>
  );
}

/** In place of the text: of a message that was deleted, or of one to forward that is not loaded. */
export function EmptyBubble({ words, meta }: { words: string; meta: Elements }) {
  return (
    <div className="bubble empty">
      <span>{words}</span>
      {meta}
    </div>
  );
}

/** A pictograph with variant, skin tone and joined parts; a flag; a keycap. */
const EMOJI = [
  String.raw`(?:\p{RI}\p{RI}|[#*0-9]\uFE0F?\u20E3|`,
  String.raw`(?:(?!\p{RI})\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Emoji_Modifier_Base}(?=\p{Emoji_Modifier}))`,
  String.raw`(?:\uFE0F|\p{Emoji_Modifier})?[\u{E0020}-\u{E007F}]*`,
  String.raw`(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*)`,
].join('');
const EMOJI_ONLY = new RegExp(String.raw`^(?:${EMOJI}\s?){1,3}$`, 'u');

/** Whether a text is only one to three emoji: shown large, without a bubble. */
export function isEmojiOnly(text: string): boolean {
  // The longest emoji are families and flags of regions; longer texts are not searched.
  return text.length <= 64 && EMOJI_ONLY.test(text);
}

interface MessageMetaProps {
  createdAt: string;
  /** When its text was last changed; absent: never. */
  editedAt: string | undefined;
  /** Of an own message; absent for others. */
  state: DeliveryState | undefined;
}

/** Time of day, and the state of an own message. The shapes differ, not only the colours. */
export function MessageMeta({ createdAt, editedAt, state }: MessageMetaProps) {
  return (
    <span className="meta">
      {editedAt !== undefined && (
        // Its time is in the tip.
        <span data-edited={editedAt}>{texts.edited}</span>
      )}
      <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      {state && (
        <>
          <StateIcon state={state} />
          <VisuallyHidden data-state>{texts.state(state)}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

function StateIcon({ state }: { state: DeliveryState }) {
  switch (state) {
    case 'sending':
    case 'waiting':
      return <Clock3 size={14} strokeWidth={2.5} />;
    case 'failed':
      return <CircleAlert size={14} strokeWidth={2.5} />;
    case 'sent':
      return <Check size={16} strokeWidth={2.25} />;
    case 'delivered':
      return <CheckCheck size={16} strokeWidth={2.25} />;
    case 'seen':
      return <SeenDisc />;
  }
}

function SeenDisc() {
  return (
    <svg className="seen" width={14} height={14} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10.5" fill="currentColor" />
      <path
        d="m7.7 12.4 3 3 5.6-6.2"
        fill="none"
        stroke="var(--tick, var(--bubble-out))"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Fast and tolerant: the code that finds links is fetched only for texts that pass. */
function mayHaveLink(text: string): boolean {
  return /:\/\/|mailto:|\w@\w|\w\.\w\w/.test(text);
}

const PlainText = ({ text }: { text: string }) => <span>{text}</span>;

const LinkedText = lateComponent(
  async () => (await import('./linked-text.tsx')).LinkedText,
  PlainText,
);

/**
 * The message that another one answers: its sender, and two lines of its text or its picture. `thread-styles.ts` has its
 * look. A press leads to it (`thread-view.tsx`).
 */
export function QuoteBlock({ quote, name }: { quote: Quote; name: string | undefined }) {
  const { _id, text, image, deleted } = quote;
  if (deleted || _id === undefined) {
    return (
      <div className="quote" data-deleted>
        <VisuallyHidden>{texts.quotesDeleted}</VisuallyHidden>
        <span>{texts.deletedMessage}</span>
      </div>
    );
  }
  return (
    <button type="button" className="quote" data-of={_id}>
      <VisuallyHidden>{texts.quotes(name ?? '')}</VisuallyHidden>
      <strong aria-hidden="true">{name}</strong>
      <span dir="auto">{text ?? texts.picture}</span>
      {text === undefined && image !== undefined && isPictureAddress(image) && (
        <img src={image} alt="" decoding="async" draggable={false} />
      )}
    </button>
  );
}

interface ReactionsProps {
  own: string | undefined;
  theirs: string | undefined;
  peerName: string;
}

/**
 * The emoji of both people below a message. Pressing one sets or takes back one's own: `actions/` listens to all rows at
 * once, so rows have no handlers.
 */
export function Reactions({ own, theirs, peerName }: ReactionsProps) {
  const all = [...new Set([own, theirs])].filter((emoji) => emoji !== undefined);
  return (
    <div className="reactions">
      {all.map((emoji) => {
        const names = [
          ...(emoji === own ? [texts.you] : []),
          ...(emoji === theirs ? [peerName] : []),
        ];
        const name = texts.reaction(emoji, names);
        return (
          <button
            key={emoji}
            type="button"
            data-emoji={emoji}
            data-count={names.length}
            aria-pressed={emoji === own}
            aria-label={name}
            title={name}
          >
            {emoji}
          </button>
        );
      })}
    </div>
  );
}

import { css, Global } from '@emotion/react';
import { ImageOff, Images } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { openImage } from '../../../lib/open-image.ts';
import { formatTime } from '../../../lib/time.ts';
import type { User } from '../../../protocol/entities.ts';
import {
  type ConversationView,
  useConversation,
  useConversationImages,
} from '../../../queries/messages.ts';
import { isPictureAddress } from '../../../ui/picture-address.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

const heading = css({
  display: 'flex',
  justifyContent: 'space-between',
  marginBottom: 'var(--s3)',
  font: 'var(--t-name)',
  '& > span': {
    font: 'var(--t-sm)',
    color: 'var(--text-muted)',
    fontVariantNumeric: 'tabular-nums',
  },
});
/** Two columns, 200 px high at most (spec section 9); the row that peeks out fades until the end. */
const grid = css({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gridAutoRows: 80,
  gap: 'var(--s2)',
  maxHeight: 200,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  scrollbarColor: 'color-mix(in srgb, var(--text-muted) 45%, transparent) transparent',
  '@supports (animation-timeline: scroll())': {
    maskImage: 'linear-gradient(#000 calc(100% - var(--media-fade)), transparent)',
    // Important, as the wish for less movement is: a fade that follows the reader's hand is none.
    animation: 'media-fade linear !important',
    animationTimeline: 'scroll(self) !important',
  },
  '& button': {
    position: 'relative',
    display: 'block',
    width: '100%',
    height: '100%',
    borderRadius: 'var(--r-m)',
    overflow: 'hidden',
    background: 'var(--skeleton)',
    cursor: 'zoom-in',
    '&:focus-visible': { outlineOffset: -3, boxShadow: 'inset 0 0 0 5px var(--sheet)' },
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / .06)',
    },
  },
  '& svg': { margin: 'auto', color: 'var(--text-muted)' },
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
});
/** A length that an animation can move through. */
const fade = css`
  @property --media-fade { syntax: '<length>'; inherits: false; initial-value: 0px; }
  @keyframes media-fade { from { --media-fade: 28px; } to { --media-fade: 0px; } }
`;
const cell = css({ borderRadius: 'var(--r-m)' });
const nothing = css({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  color: 'var(--text-muted)',
  font: 'var(--t-sm)',
});

const older = css({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s2)',
  minHeight: 'var(--tap)',
  marginTop: 'var(--s1)',
  font: 'var(--t-sm)',
  fontWeight: 600,
  color: 'var(--accent-text)',
  textAlign: 'start',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '.18em' },
});

/** The pictures of the conversation, newest first. */
export function Media({ peer }: { peer: User }) {
  const images = useConversationImages(peer._id);
  const conversation = useConversation(peer._id);
  const isKnown = conversation.status === 'ready' && !conversation.hasOlder;
  return (
    <>
      <h3 css={heading}>
        Media
        {images.length > 0 && (
          <span>
            {images.length}
            <VisuallyHidden>{images.length === 1 ? ' image' : ' images'}</VisuallyHidden>
          </span>
        )}
      </h3>
      {conversation.status === 'loading' && images.length === 0 && (
        <div css={grid} aria-hidden="true">
          <Skeleton css={cell} />
          <Skeleton css={cell} />
        </div>
      )}
      {images.length === 0 && isKnown && (
        <p css={nothing}>
          <Images size={20} aria-hidden="true" />
          No images yet
        </p>
      )}
      {images.length > 0 && (
        <ul css={grid}>
          <Global styles={fade} />
          {images.map((message) => (
            <li key={message.outboxKey ?? message._id}>
              <Thumbnail
                src={message.image ?? ''}
                sender={message.senderId === peer._id ? peer.fullName : 'you'}
                createdAt={message.createdAt}
              />
            </li>
          ))}
        </ul>
      )}
      {conversation.status === 'ready' && conversation.hasOlder && (
        <OlderImages conversation={conversation} found={images.length} />
      )}
    </>
  );
}

/**
 * Where the server gives a conversation in pages, pictures may lie on pages nobody has read yet. One
 * press reads back to the next of them.
 */
function OlderImages({ conversation, found }: { conversation: ConversationView; found: number }) {
  const { pages, hasOlder, isLoadingOlder, loadOlder } = conversation;
  /** What was there when the search began, or its last step; null: not searching. */
  const [before, setBefore] = useState<{ found: number; pages: number } | null>(null);

  const stepOn = useEffectEvent(() => {
    if (!before || isLoadingOlder) return;
    // A step that brought no page has failed, and was notified as every failed call is.
    const isDone = found > before.found || !hasOlder || pages.length === before.pages;
    setBefore(isDone ? null : { ...before, pages: pages.length });
    if (!isDone) loadOlder();
  });
  useEffect(() => {
    if (!isLoadingOlder) stepOn();
  }, [isLoadingOlder]);

  const handleSearch = () => {
    if (before) return;
    setBefore({ found, pages: pages.length });
    loadOlder();
  };
  return (
    <button type="button" css={older} aria-busy={before !== null} onClick={handleSearch}>
      {before && <Spinner size={16} />}
      Look for older images
    </button>
  );
}

interface ThumbnailProps {
  src: string;
  sender: string;
  createdAt: string;
}

function Thumbnail({ src, sender, createdAt }: ThumbnailProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const name = `Image from ${sender}, ${formatTime(createdAt)}`;
  return (
    <button type="button" title="Open in a new window" onClick={() => openImage(src)}>
      {src === brokenSrc || !isPictureAddress(src) ? (
        <ImageOff size={20} aria-label={`${name}, did not load`} />
      ) : (
        <img
          src={src}
          alt={name}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBrokenSrc(src)}
        />
      )}
    </button>
  );
}

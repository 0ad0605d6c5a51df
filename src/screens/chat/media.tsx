import { css, Global } from '@emotion/react';
import { ImageOff, Images } from 'lucide-react';
import { useState } from 'react';
import { openImage } from '../../lib/open-image.ts';
import { formatTime } from '../../lib/time.ts';
import type { User } from '../../protocol/entities.ts';
import { useConversationImages } from '../../queries/messages.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

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
    animation: 'media-fade linear',
    animationTimeline: 'scroll(self)',
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
const nothing = css({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  color: 'var(--text-muted)',
  font: 'var(--t-sm)',
});

/** The pictures of the conversation, newest first. */
export function Media({ peer }: { peer: User }) {
  const images = useConversationImages(peer._id);
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
      {images.length === 0 ? (
        <p css={nothing}>
          <Images size={20} aria-hidden="true" />
          No images yet
        </p>
      ) : (
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
    </>
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
      {src === brokenSrc ? (
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

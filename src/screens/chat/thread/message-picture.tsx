/** A message's picture: loaded, broken, or still being sent. */
import { css } from '@emotion/react';
import { type CSSProperties, useState } from 'react';
import { useOutboxActions } from '../../../conversation/messages.ts';
import type { Size } from '../../../pictures/image-file.ts';
import { openImage } from '../../../pictures/open-image.ts';
import { findServed } from '../../../pictures/retained-pictures.ts';
import { viewPicture } from '../../../stores/opened.ts';
import { useUploadProgress } from '../../../stores/unsent.ts';
import {
  isPictureAddress,
  retryBrokenPictures,
  useBrokenPicture,
} from '../../../ui/broken-picture.ts';
import { Spinner } from '../../../ui/button.tsx';
import { ImageOff, Maximize2, X } from '../../../ui/icons/icons.ts';
import { canHover, coarse, forcedColors, small } from '../../../ui/media.ts';
import { centred, circle, cover } from '../../../ui/styles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { focusLog } from './rows.ts';
import { texts } from './texts.ts';

/** By the keys of messages: a picture that is mounted again has its space at once. */
const sizes = new Map<string, Size>();

/** Spec section 2. */
const MAX_WIDTH = 230;
/** The time must fit in. */
const MIN_WIDTH = 96;
/** Width to height; taller or flatter pictures are cropped here and whole in their own window. */
const MIN_RATIO = 0.6;
const MAX_RATIO = 3;

/** The space of a picture in its bubble; guessed without a size. */
function toBox(size: Size | undefined): CSSProperties {
  if (!size) return { width: MAX_WIDTH, aspectRatio: '16 / 9' };
  const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, size.width / size.height));
  return { width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, size.width)), aspectRatio: ratio };
}

interface MessagePictureProps {
  /** Key of the message. */
  id: string;
  src: string;
  alt: string;
  enlarge: string;
  /** Its size, if the server sends it; otherwise the space is guessed until the picture has loaded. */
  known: Size | undefined;
}

/** A picture in a bubble. A press opens it in a new window; the button in its corner opens the viewer. */
export function MessagePicture({ id, src, alt, enlarge, known }: MessagePictureProps) {
  const [natural, setNatural] = useState(() => sizes.get(id));
  const [status, setStatus] = useState<'loading' | 'loaded'>(natural ? 'loaded' : 'loading');
  const [isBroken, reportBroken] = useBrokenPicture(src);
  const size = known ?? natural;

  if (isBroken || !isPictureAddress(src)) {
    return (
      <div className="placeholder" data-state="failed" style={toBox(size)}>
        <ImageOff size={26} strokeWidth={1.75} />
        <span>{texts.imageFailed}</span>
        <button
          type="button"
          onClick={({ currentTarget }) => {
            focusLog(currentTarget);
            retryBrokenPictures();
          }}
        >
          {texts.loadImageAgain}
        </button>
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        className="picture"
        title={texts.openImage}
        style={toBox(size)}
        data-state={status}
        onClick={() => openImage(findServed(src))}
      >
        <img
          src={src}
          alt={alt}
          decoding="async"
          draggable={false}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            setStatus('loaded');
            if (natural) return;
            const found = { width: naturalWidth, height: naturalHeight };
            sizes.set(id, found);
            setNatural(found);
          }}
          onError={() => {
            setStatus('loading');
            reportBroken();
          }}
        />
        {status === 'loading' && (
          <span className="placeholder">
            <Spinner size={28} />
            <VisuallyHidden>{texts.loadingImage}</VisuallyHidden>
          </span>
        )}
      </button>
      {status === 'loaded' && (
        <button
          type="button"
          className="view-picture"
          aria-label={enlarge}
          title={texts.enlarge}
          onClick={() => viewPicture(id)}
        >
          <Maximize2 size={16} strokeWidth={2.25} />
        </button>
      )}
    </>
  );
}

export function PreparingPicture() {
  return (
    <div className="placeholder" style={toBox(undefined)}>
      <Spinner size={28} />
      <VisuallyHidden>{texts.preparingPicture}</VisuallyHidden>
    </div>
  );
}

const disc = css({
  ...cover,
  ...circle(44),
  margin: 'auto',
  background: 'var(--overlay)',
  color: '#fff',
  // A picture that is sent at once shows no ring.
  '@starting-style': { opacity: 0 },
  transition: 'opacity var(--d-base) 300ms',
  [forcedColors]: { border: '1px solid' },
  '& > button': {
    ...cover,
    ...centred,
    borderRadius: '50%',
    color: 'inherit',
  },
});

const RADIUS = 12;

/** The sent share, if known, with a button that ends the upload. */
export function UploadRing({ id }: { id: string }) {
  const fraction = useUploadProgress(id);
  const { discard } = useOutboxActions();
  return (
    <span css={disc}>
      <span
        role="progressbar"
        aria-label={texts.sendingPicture}
        aria-valuenow={fraction === null ? undefined : Math.round(fraction * 100)}
      >
        {fraction === null ? (
          <Spinner size={32} />
        ) : (
          <svg width={32} height={32} viewBox="0 0 28 28" aria-hidden="true">
            <g fill="none" stroke="currentColor" strokeWidth={2.5} transform="rotate(-90 14 14)">
              <circle cx={14} cy={14} r={RADIUS} opacity={0.35} />
              <circle
                cx={14}
                cy={14}
                r={RADIUS}
                pathLength={1}
                strokeDasharray={`${fraction} 1`}
                strokeLinecap="round"
              />
            </g>
          </svg>
        )}
      </span>
      <button
        type="button"
        aria-label={texts.stopSending}
        title={texts.stopSending}
        onClick={() => discard(id)}
      >
        <X size={14} strokeWidth={2.5} />
      </button>
    </span>
  );
}

/** The look of a message's picture, and of its placeholder. Part of `threadStyles`. */

const fingerSized = {
  '.placeholder button': { minHeight: 44 },
  // It looks smaller than its touch target.
  '.view-picture::before': { content: '""', position: 'absolute' as const, inset: -6 },
};

export const pictureStyles = css({
  '.bubble.with-picture': {
    // Spec section 9. A column with large text may be narrower.
    maxWidth: 'min(230px, 100%)',
    padding: 0,
    overflow: 'hidden',
    outline: '1px solid var(--picture-edge)',
    '&.bubble .meta': {
      position: 'absolute',
      insetInlineEnd: 8,
      insetBlockEnd: 8,
      float: 'none',
      margin: 0,
      padding: '3px 8px',
      borderRadius: 'var(--r-full)',
      background: 'var(--overlay)',
      color: '#fff',
      '--tick': '#0A2A34',
    },
  },
  // Before the picture is there, the bubble is a quiet box for both people.
  '.message .bubble.with-picture:has(> .placeholder)': {
    background: 'var(--bubble-in)',
    color: 'var(--text)',
    '& .meta': { padding: '0 4px', background: 'none', color: 'var(--text-muted)' },
    '& .seen': { color: 'var(--accent-text)', '--tick': 'var(--sheet)' },
  },
  '.picture': {
    position: 'relative',
    display: 'block',
    maxWidth: '100%',
    background: 'linear-gradient(150deg, var(--accent-soft), var(--bubble-in))',
    cursor: 'zoom-in',
    '&:focus-visible': {
      outlineOffset: -3,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 6px var(--sheet)',
    },
    '& > img': {
      display: 'block',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      background: 'var(--behind-picture)',
      transition: 'opacity var(--d-slow) var(--ease-out)',
    },
    '&:focus-visible > img': { opacity: 0.9 },
    '&[data-state=loading] > img': { opacity: 0 },
    // A ring that disappears at once would only flicker.
    '& > .placeholder': {
      ...cover,
      '@starting-style': { opacity: 0 },
      transition: 'opacity var(--d-base) 300ms',
    },
  },
  '.view-picture': {
    position: 'absolute',
    insetInlineEnd: 6,
    insetBlockStart: 6,
    ...circle(32),
    background: 'var(--overlay)',
    color: '#fff',
    transition: 'opacity var(--d-fast)',
    '&:focus-visible': { outlineColor: '#fff', outlineOffset: -4 },
    [canHover]: { opacity: 0 },
  },
  '.bubble.with-picture:is(:hover, :focus-within) .view-picture': { opacity: 1 },
  '.placeholder': {
    ...centred,
    placeContent: 'center',
    gap: 'var(--s1)',
    maxWidth: '100%',
    minHeight: 116,
    paddingBlockEnd: 10,
    color: 'var(--text)',
    font: 'var(--t-sm)',
    textAlign: 'center',
    '& svg': { color: 'var(--text-muted)' },
    '& button': {
      minHeight: 32,
      padding: '0 12px',
      borderRadius: 'var(--r-full)',
      font: 'var(--t-sm)',
      fontWeight: 600,
      color: 'var(--accent-text)',
      boxShadow: 'inset 0 0 0 1px var(--control)',
    },
  },
  [small]: fingerSized,
  [coarse]: fingerSized,
});

import { css } from '@emotion/react';
import { useState } from 'react';
import type { UnreadyPicture } from '../../../conversation/entities.ts';
import type { DraftPicture } from '../../../kept/drafts.ts';
import { messageOf } from '../../../lib/message-of.ts';
import { checkImageFile, isAnimated, readImageFile } from '../../../pictures/image-file.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { Spinner } from '../../../ui/button.tsx';
import { X } from '../../../ui/icons/icons.ts';
import { forcedColors } from '../../../ui/media.ts';
import { notify } from '../../../ui/notify.ts';
import { centred, circle, raised } from '../../../ui/styles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { texts } from './texts.ts';

/** The maximum of a draft, and what a person can still survey. */
const MAX_PICTURES = 10;

let lastId = 0;

export function makePicture(source: string | UnreadyPicture): DraftPicture {
  lastId += 1;
  return typeof source === 'string'
    ? { id: lastId, src: source }
    : { id: lastId, src: null, unready: source };
}

/** Removed pictures, and those whose failure was notified: results are ignored. */
const settled = new Set<number>();

export function usePictures() {
  const [pictures, setPictures] = useState<readonly DraftPicture[]>([]);

  const change = (id: number, to: DraftPicture[]) =>
    setPictures((all) => all.flatMap((one) => (one.id === id ? to : [one])));

  const follow = (picture: DraftPicture) => {
    const { id } = picture;
    if (picture.src !== null) return;
    picture.unready.image.then(
      (src) => change(id, [{ id, src }]),
      (error) => {
        if (!settled.has(id)) notifyOf(error);
        settled.add(id);
        change(id, []);
      },
    );
  };

  return {
    pictures,

    /** Files that cannot be sent are refused with a message, without affecting the others. */
    add(files: readonly File[]): void {
      const problems = new Set<string>();
      const fitting = files.filter((file) => {
        try {
          checkImageFile(file);
          return true;
        } catch (error) {
          problems.add(messageOf(error));
          return false;
        }
      });
      const room = Math.max(0, MAX_PICTURES - pictures.length);
      if (fitting.length > room) problems.add(texts.tooManyPictures(MAX_PICTURES));
      for (const problem of problems) notify.error(problem);
      const chosen = fitting.slice(0, room);
      void notifyOfAnimations(chosen);
      const added = chosen.map((file) => makePicture(prepare(file)));
      added.forEach(follow);
      setPictures((all) => [...all, ...added]);
    },

    /** Shows these pictures in place of others. */
    replace(shown: readonly DraftPicture[]): void {
      if (shown === pictures) return;
      shown.forEach(follow);
      setPictures(shown);
    },

    remove(id: number): void {
      settled.add(id);
      change(id, []);
    },

    clear: () => setPictures([]),
  };
}

const prepare = (original: File): UnreadyPicture => ({
  original,
  image: readImageFile(original, {
    maxBytes: LIMITS.imageBytes,
    onReduced: ({ width, height }) => notify.blank(texts.reduced(width, height)),
  }),
});

async function notifyOfAnimations(files: readonly File[]): Promise<void> {
  // The code that prepares a picture also notifies a failure.
  const found = await Promise.all(files.map((file) => isAnimated(file).catch(() => false)));
  if (found.includes(true)) notify.blank(texts.firstFrame);
}

const notifyOf = (error: unknown) => notify.error(messageOf(error));

const strip = css({
  display: 'flex',
  gap: 'var(--s3)',
  margin: 0,
  // Space for the buttons, which extend over the edge.
  paddingBlock: '9px 6px',
  paddingInline: '9px 14px',
  overflowX: 'auto',
  // Scrolled content follows the rounded corners of the box.
  borderStartStartRadius: 22,
  borderStartEndRadius: 22,
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  listStyle: 'none',
});
const tile = css({
  position: 'relative',
  flex: 'none',
  '& > img, & > span': {
    ...centred,
    width: 'auto',
    height: 88,
    minWidth: 64,
    maxWidth: 132,
    borderRadius: 'var(--r-m)',
    objectFit: 'cover',
    background: 'var(--bubble-in)',
    color: 'var(--text-muted)',
    [forcedColors]: { border: '1px solid' },
  },
  '& > img': {
    background: 'var(--behind-picture)',
    outline: '1px solid var(--picture-edge)',
    outlineOffset: -1,
  },
  '& > span': { width: 88 },
  '& > button': {
    position: 'absolute',
    insetBlockStart: -8,
    insetInlineEnd: -8,
    ...circle(32),
    ...raised(2),
    color: 'var(--text)',
    // The touch target is 44 px, larger than it looks.
    '&::after': { content: '""', position: 'absolute', inset: -6 },
    '&:hover': { background: 'var(--accent-soft)' },
  },
});

interface PictureStripProps {
  pictures: readonly DraftPicture[];
  onRemove: (id: number) => void;
}

/** The pictures that the next Send includes, each with a button to remove it. */
export function PictureStrip({ pictures, onRemove }: PictureStripProps) {
  return (
    <ul css={strip} aria-label={texts.pictures}>
      {pictures.map(({ id, src }, index) => {
        const label = texts.removePicture(index, pictures.length);
        return (
          <li key={id} css={tile} aria-busy={src === null}>
            {src === null ? (
              <span>
                <Spinner />
                <VisuallyHidden role="status">{texts.preparing}</VisuallyHidden>
              </span>
            ) : (
              <img src={src} alt={texts.toBeSent} decoding="async" draggable={false} />
            )}
            <button type="button" aria-label={label} title={label} onClick={() => onRemove(id)}>
              <X size={16} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

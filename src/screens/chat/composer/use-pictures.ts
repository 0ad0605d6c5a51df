import { useState } from 'react';
import type { UnreadyPicture } from '../../../conversation/entities.ts';
import type { DraftPicture } from '../../../kept/drafts.ts';
import { messageOf } from '../../../lib/message-of.ts';
import {
  checkImageFile,
  isAnimated,
  READABLE_TYPES,
  readImageFile,
} from '../../../pictures/image-file.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { notify } from '../../../ui/notify.ts';
import { texts } from './texts.ts';

const RULES = { types: READABLE_TYPES, maxBytes: LIMITS.imageBytes };

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

/** The pictures in the box, in order. */
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
          checkImageFile(file, RULES);
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
    ...RULES,
    onReduced: ({ width, height }) => notify.blank(texts.reduced(width, height)),
  }),
});

async function notifyOfAnimations(files: readonly File[]): Promise<void> {
  // The code that prepares a picture also notifies a failure.
  const found = await Promise.all(files.map((file) => isAnimated(file).catch(() => false)));
  if (found.includes(true)) notify.blank(texts.firstFrame);
}

const notifyOf = (error: unknown) => notify.error(messageOf(error));

import { useRef, useState } from 'react';
import type { UnreadyPicture } from '../../../conversation/entities.ts';
import { messageOf } from '../../../lib/message-of.ts';
import { checkImageFile, READABLE_TYPES, readImageFile } from '../../../pictures/image-file.ts';
import { isAnimated } from '../../../pictures/is-animated.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { notify } from '../../../ui/notify.ts';
import { texts } from './texts.ts';

const RULES = { types: READABLE_TYPES, maxBytes: LIMITS.imageBytes };

/** The maximum of a draft, and what a person can still survey. */
const MAX_PICTURES = 10;

/** A chosen picture that is not sent yet. */
export type Picture = { id: number } & (
  | { src: null; unready: UnreadyPicture }
  /** The data URL that is sent. */
  | { src: string }
);

/** The pictures in the box, in order. */
export function usePictures() {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const lastId = useRef(0);
  /** Results for removed pictures are ignored. */
  const removed = useRef(new Set<number>());

  const change = (id: number, to: (picture: Picture) => Picture[]) =>
    setPictures((all) => all.flatMap((one) => (one.id === id ? to(one) : [one])));

  const put = (sources: readonly (string | File | UnreadyPicture)[]) => {
    const added = sources.map((source): Picture => {
      lastId.current += 1;
      const id = lastId.current;
      if (typeof source === 'string') return { id, src: source };
      const unready = source instanceof File ? prepare(source) : source;
      unready.image.then(
        (src) => change(id, () => [{ id, src }]),
        (error) => {
          if (!removed.current.has(id)) notifyOf(error);
          change(id, () => []);
        },
      );
      return { id, src: null, unready };
    });
    setPictures((all) => [...all, ...added]);
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
      put(chosen);
    },

    /** Restores the pictures of the box. */
    restore: put,

    remove(id: number): void {
      removed.current.add(id);
      change(id, () => []);
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

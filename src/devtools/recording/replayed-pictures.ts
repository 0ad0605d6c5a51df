/** Replaces the pictures of a recording, which are on a server, by a grey one of this page. */
import type { Recording } from './recording.ts';

/** Fields with the address of a picture. */
const PICTURES = ['image', 'profilePic'];

const GREY =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="#888" d="M0 0h8v8H0z"/></svg>';

export function withPicturesFromBlobs(recording: Recording): Recording {
  const address = URL.createObjectURL(new Blob([GREY], { type: 'image/svg+xml' }));
  const known = new Map<object, unknown>();

  /** Equal references stay equal, so that unchanged rows do not render again. */
  function replace(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return PICTURES.includes(name) && value !== '' ? address : value;
    if (typeof value !== 'object' || value === null) return value;
    const done = known.get(value);
    if (done !== undefined) return done;
    const copy = copyObject(value);
    known.set(value, copy);
    return copy;
  }

  function copyObject(value: object): object {
    if (value instanceof Map || value instanceof Set) return value;
    if (Array.isArray(value)) return value.map((part) => replace(part));
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, replace(part, name)]),
    );
  }

  const changed = (changes: Recording['base']) =>
    changes.map(({ queryKey, data }) => ({ queryKey, data: replace(data) }));
  return {
    ...recording,
    base: changed(recording.base),
    moments: recording.moments.map((moment) => ({
      ...moment,
      cause: { ...moment.cause, payload: replace(moment.cause.payload) },
      changes: changed(moment.changes),
    })),
  };
}

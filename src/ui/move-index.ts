/**
 * The position in a list of `count` that an arrow key, Home or End moves to; undefined for other keys and an empty list.
 * `current` is -1 if there is none yet.
 */
export function moveIndex(
  key: string,
  current: number,
  count: number,
  { wraps = false } = {},
): number | undefined {
  const last = count - 1;
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      if (current < last) return current + 1;
      return wraps ? 0 : last;
    case 'ArrowUp':
      if (current > 0) return current - 1;
      return wraps || current < 0 ? last : 0;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

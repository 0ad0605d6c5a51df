import { type RefObject, useEffect, useId, useRef, useState } from 'react';

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

export interface ActiveOption {
  /** Its index. */
  active: number;
  setActive: (index: number) => void;
  /** Handles an arrow key, which wraps around. Returns whether it was one. */
  move: (key: string) => boolean;
  listId: string;
  listRef: RefObject<HTMLDivElement | null>;
  optionId: (index: number) => string;
}

/** The active one of `count` options below a field that keeps the focus. It is scrolled into view. */
export function useActiveOption(count: number): ActiveOption {
  const listId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [wanted, setActive] = useState(0);
  // The list may have become shorter.
  const active = Math.max(0, Math.min(wanted, count - 1));
  useEffect(() => {
    listRef.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return {
    active,
    setActive,
    move(key) {
      // Home and End belong to the field.
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      setActive(moveIndex(key, active, count, { wraps: true }) ?? 0);
      return true;
    },
    listId,
    listRef,
    optionId: (index) => `${listId}-${index}`,
  };
}

import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { moveIndex } from './move-index.ts';

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

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { matchesMedia } from '../../../ui/matches-media.ts';
import { coarse } from '../../../ui/media.ts';
import { growToContent } from './grow-to-content.ts';

interface BoxEvents {
  /** The caret has moved, but the text has not changed. */
  onCaret: (caret: number) => void;
}

/** The text in the box, and the caret's position. */
export function useBox({ onCaret }: BoxEvents) {
  const [text, setText] = useState('');
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const caretRef = useRef(0);
  /** The caret's position after the text is restored. */
  const dueCaret = useRef<number>(null);

  useEffect(() => {
    // On a touch screen the keyboard would cover the messages.
    if (!matchesMedia(coarse)) boxRef.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    if (!boxRef.current) return;
    growToContent(boxRef.current);
    if (dueCaret.current === null || text === '') return;
    caretRef.current = dueCaret.current;
    dueCaret.current = null;
    boxRef.current.setSelectionRange(caretRef.current, caretRef.current);
  }, [text]);

  const handleSelectionChange = useEffectEvent(() => {
    const caret = boxRef.current?.selectionStart;
    const isHere = document.activeElement === boxRef.current && dueCaret.current === null;
    if (!isHere || caret === undefined || caret === caretRef.current) return;
    caretRef.current = caret;
    onCaret(caret);
  });

  useEffect(() => {
    // React's onSelect follows keys and mouse only for events that start at the box, not at the document.
    const listener = () => handleSelectionChange();
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, []);

  return {
    text,
    setText,
    boxRef,
    caretRef,

    /** Replaces the content of the box. */
    replace(by: string, caret: number): void {
      // Without a change of the text, the caret must not move in the text typed later.
      if (by !== text) dueCaret.current = caret;
      setText(by);
    },
  };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { matchesMedia } from '../../../ui/matches-media.ts';
import { coarse } from '../../../ui/media.ts';
import { growToContent } from './grow-to-content.ts';

interface BoxEvents {
  /** The caret has moved without a change of the text. */
  onCaret: (caret: number) => void;
}

/** The text in the box, and where the caret is in it. */
export function useBox({ onCaret }: BoxEvents) {
  const [text, setText] = useState('');
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const caretRef = useRef(0);
  /** Where the caret goes once a text that was put back stands in the box. */
  const dueCaret = useRef<number>(null);

  useEffect(() => {
    // On a touch screen the keyboard would cover what was opened to be read.
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
    // React's onSelect follows keys and mouse alone where the event starts at the box, not at the document.
    const listener = () => handleSelectionChange();
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, []);

  return {
    text,
    setText,
    boxRef,
    caretRef,

    /** Fills the box with what was there before. */
    restore(restored: string, caret: number): void {
      dueCaret.current = caret;
      setText(restored);
    },

    /** Puts lines in front of what is being written, which goes on where it was. */
    prepend(lines: string): void {
      if (lines === '') return;
      const before = text === '' ? lines : `${lines}\n`;
      dueCaret.current = before.length + (text === '' ? 0 : caretRef.current);
      setText(before + text);
    },
  };
}

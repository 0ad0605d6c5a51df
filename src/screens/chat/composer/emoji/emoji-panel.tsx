import { css } from '@emotion/react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isComposing } from '../../../../ui/composing.ts';
import { forcedColors } from '../../../../ui/media.ts';
import { useBackCloses } from '../../../use-back-closes.ts';
import { texts } from '../texts.ts';
import { placeAboveBox } from './place-above-box.ts';

const height = 'min(400px, 0.6 * var(--seen-h, 100dvh))';
const panel = css({
  position: 'absolute',
  ...placeAboveBox(height),
  insetInlineStart: 0,
  zIndex: 'var(--z-menu)',
  width: 'min(376px, 100%)',
  height,
  overflow: 'hidden',
  borderRadius: 'var(--r-l)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-3)',
  [forcedColors]: { border: '1px solid' },
});

interface EmojiPanelProps {
  id: string;
  /** The button that opened it, which also closes it. */
  buttonRef: RefObject<HTMLElement | null>;
  /** `isReturn`: the focus returns to the box. */
  onClose: (isReturn: boolean) => void;
  children: ReactNode;
}

/** The frame of the picker. It closes by Escape, by the system's Back, and by using anything else. */
export function EmojiPanel({ id, buttonRef, onClose, children }: EmojiPanelProps) {
  const ref = useRef<HTMLDivElement>(null);
  useBackCloses(true, () => onClose(ref.current?.contains(document.activeElement) ?? false));

  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Node)) return;
    if (!ref.current?.contains(target) && !buttonRef.current?.contains(target)) onClose(false);
  });

  // Wherever the focus is: on a touch screen the picker does not take it.
  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    onClose(true);
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', (event) => handlePress(event), { signal });
    document.addEventListener('keydown', (event) => handleEscape(event), { signal, capture: true });
    return () => listening.abort();
  }, []);

  return (
    <div
      css={panel}
      ref={ref}
      id={id}
      role="dialog"
      aria-label={texts.emoji}
      onBlur={({ relatedTarget, currentTarget }) => {
        const isAway = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
        if (isAway && relatedTarget !== buttonRef.current) onClose(false);
      }}
    >
      {children}
    </div>
  );
}

import { css } from '@emotion/react';
import { Smile } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { forcedColors } from '../../../../ui/media.ts';
import { notify } from '../../../../ui/notify.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { texts } from '../texts.ts';

const panel = css({
  position: 'absolute',
  insetBlockEnd: 'calc(100% + 8px)',
  insetInlineStart: 0,
  zIndex: 'var(--z-menu)',
  width: 'min(360px, 100%)',
  height: 'min(400px, 60dvh)',
  overflow: 'hidden',
  borderRadius: 'var(--r-l)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-3)',
  [forcedColors]: { border: '1px solid' },
});
const coming = css({
  display: 'grid',
  placeContent: 'center',
  height: '100%',
  color: 'var(--text-muted)',
});

type Picker = typeof import('./emoji-picker.tsx').EmojiPicker;

interface EmojiButtonProps {
  /** Puts the emoji into the text, wherever the focus is. */
  onInsert: (emoji: string) => void;
  /** The picker was closed by a key or a choice: the focus is the box's again. */
  onReturn: () => void;
}

/** Opens the picker over the box. Its code and data come when it is opened for the first time. */
export function EmojiButton({ onInsert, onReturn }: EmojiButtonProps) {
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [picker, setPicker] = useState<{ Picker: Picker } | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);

  const open = () => {
    setIsOpen(true);
    if (picker) return;
    import('./emoji-picker.tsx').then(
      ({ EmojiPicker }) => setPicker({ Picker: EmojiPicker }),
      () => {
        setIsOpen(false);
        notify.error(texts.emojiFailed);
      },
    );
  };

  const close = () => {
    setIsOpen(false);
    onReturn();
  };

  const handlePress = useEffectEvent((event: PointerEvent) => {
    const { target } = event;
    if (!(target instanceof Node)) return;
    if (panelRef.current?.contains(target) || buttonRef.current?.contains(target)) return;
    setIsOpen(false);
  });

  // Wherever the focus is: the picker does not take it on a touch screen.
  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    close();
  });

  useEffect(() => {
    if (!isOpen) return;
    const closing = new AbortController();
    const { signal } = closing;
    document.addEventListener('pointerdown', (event) => handlePress(event), { signal });
    document.addEventListener('keydown', (event) => handleEscape(event), { signal, capture: true });
    return () => closing.abort();
  }, [isOpen]);

  return (
    <>
      <IconButton
        ref={buttonRef}
        label={texts.emoji}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={isOpen ? close : open}
      >
        <Smile size={20} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <div
          css={panel}
          ref={panelRef}
          id={panelId}
          role="dialog"
          aria-label={texts.emoji}
          onBlur={({ relatedTarget, currentTarget }) => {
            const isAway = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
            if (isAway && relatedTarget !== buttonRef.current) setIsOpen(false);
          }}
        >
          {picker ? (
            <picker.Picker
              onPick={(emoji, isDone) => {
                onInsert(emoji);
                if (isDone) close();
              }}
            />
          ) : (
            <div css={coming} role="status">
              <Spinner size={28} />
              <VisuallyHidden>{texts.emojiLoading}</VisuallyHidden>
            </div>
          )}
        </div>
      )}
    </>
  );
}

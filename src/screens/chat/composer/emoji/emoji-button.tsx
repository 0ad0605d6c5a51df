import { css } from '@emotion/react';
import { useCallback, useId, useRef } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Smile } from '../../../../ui/icons/icons.ts';
import { forcedColors } from '../../../../ui/media.ts';
import { usePopup } from '../../../use-popup.ts';
import { texts } from '../texts.ts';
import { LazyEmojiPicker } from './lazy-emoji-picker.tsx';
import { placeAboveBox } from './place-above-box.ts';

/** Beside the other buttons of the box, and with the panel for `usePopup`. */
const wrap = css({ display: 'contents' });
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

interface EmojiButtonProps {
  /** Inserts the emoji into the text, wherever the focus is. */
  onInsert: (emoji: string) => void;
  /** The focus returns to the box. */
  onReturn: () => void;
}

/** Opens the picker over the box. With a pointer it stays open for the next emoji. */
export function EmojiButton({ onInsert, onReturn }: EmojiButtonProps) {
  const panelId = useId();
  const wrapRef = useRef<HTMLDivElement>(null);
  const { isOpen, setIsOpen, wrapProps } = usePopup(wrapRef, { returnFocus: onReturn });
  const close = useCallback(() => setIsOpen(false), [setIsOpen]);
  const finish = () => {
    close();
    onReturn();
  };
  return (
    <div css={wrap} ref={wrapRef} {...wrapProps}>
      <IconButton
        label={texts.emoji}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={isOpen ? finish : () => setIsOpen(true)}
      >
        <Smile size={20} />
      </IconButton>
      {isOpen && (
        <div css={panel} id={panelId} role="dialog" aria-label={texts.emoji}>
          <LazyEmojiPicker
            onPick={(emoji, isByKey) => {
              onInsert(emoji);
              if (isByKey) finish();
            }}
            onFail={close}
          />
        </div>
      )}
    </div>
  );
}

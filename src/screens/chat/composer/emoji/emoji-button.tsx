import { css } from '@emotion/react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Smile } from '../../../../ui/icons/later-icons.ts';
import { forcedColors } from '../../../../ui/media.ts';
import { notify } from '../../../../ui/notify.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { usePopup } from '../../../use-popup.ts';
import { texts } from '../texts.ts';
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
const coming = css({
  display: 'grid',
  placeContent: 'center',
  height: '100%',
  color: 'var(--text-muted)',
});

type Picker = typeof import('./emoji-picker.tsx').EmojiPicker;

interface EmojiButtonProps {
  /** Inserts the emoji into the text, wherever the focus is. */
  onInsert: (emoji: string) => void;
  /** The focus returns to the box. */
  onReturn: () => void;
}

/** Opens the picker over the box. Its code and data load when it is first opened. */
export function EmojiButton({ onInsert, onReturn }: EmojiButtonProps) {
  const panelId = useId();
  const [picker, setPicker] = useState<{ Picker: Picker } | null>(null);
  const wrapRef = useRef<HTMLDivElement>(null);
  const { isOpen, setIsOpen, wrapProps } = usePopup(wrapRef, { returnFocus: onReturn });

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

  const finish = () => {
    setIsOpen(false);
    onReturn();
  };

  return (
    <div css={wrap} ref={wrapRef} {...wrapProps}>
      <IconButton
        label={texts.emoji}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={isOpen ? finish : open}
      >
        <Smile size={20} />
      </IconButton>
      {isOpen && (
        <div css={panel} id={panelId} role="dialog" aria-label={texts.emoji}>
          {picker ? (
            <picker.Picker
              onPick={(emoji, isDone) => {
                onInsert(emoji);
                if (isDone) finish();
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
    </div>
  );
}

import { css } from '@emotion/react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Smile } from '../../../../ui/icons/later-icons.ts';
import { notify } from '../../../../ui/notify.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import { EmojiPanel } from './emoji-panel.tsx';

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
  /** The picker was closed by a key or a choice: the focus returns to the box. */
  onReturn: () => void;
}

/** Opens the picker over the box. Its code and data load when it is first opened. */
export function EmojiButton({ onInsert, onReturn }: EmojiButtonProps) {
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [picker, setPicker] = useState<{ Picker: Picker } | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);

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

  const close = (isReturn = true) => {
    setIsOpen(false);
    if (isReturn) onReturn();
  };

  return (
    <>
      <IconButton
        ref={buttonRef}
        label={texts.emoji}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={isOpen ? () => close() : open}
      >
        <Smile size={20} />
      </IconButton>
      {isOpen && (
        <EmojiPanel id={panelId} buttonRef={buttonRef} onClose={close}>
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
        </EmojiPanel>
      )}
    </>
  );
}

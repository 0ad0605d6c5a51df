import { css } from '@emotion/react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { IconButton, Spinner } from '../../../../ui/button.tsx';
import { Smile } from '../../../../ui/icons/icons.ts';
import { notify } from '../../../../ui/notify.ts';
import { raised } from '../../../../ui/styles.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { usePopup } from '../../../use-popup.ts';
import { texts } from '../texts.ts';
import { placeAboveBox } from './completion.tsx';

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
  ...raised(3),
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

const coming = css({
  display: 'grid',
  placeContent: 'center',
  height: '100%',
  color: 'var(--text-muted)',
});

type Picker = typeof import('./emoji-picker.tsx').EmojiPicker;

interface LazyEmojiPickerProps {
  onPick: (emoji: string, isByKey: boolean) => void;
  /** It cannot be loaded, which the person was told. */
  onFail: () => void;
}

/** The picker, whose code and data load when it is first shown. */
export function LazyEmojiPicker({ onPick, onFail }: LazyEmojiPickerProps) {
  const [code, setCode] = useState<{ EmojiPicker: Picker } | null>(null);
  useEffect(() => {
    import('./emoji-picker.tsx').then(setCode, () => {
      notify.error(texts.emojiFailed);
      onFail();
    });
  }, [onFail]);
  if (code) return <code.EmojiPicker onPick={onPick} />;
  return (
    <div css={coming} role="status">
      <Spinner size={28} />
      <VisuallyHidden>{texts.emojiLoading}</VisuallyHidden>
    </div>
  );
}

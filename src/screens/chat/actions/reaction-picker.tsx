import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { small } from '../../../ui/media.ts';
import { notify } from '../../../ui/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Dialog } from '../../dialog.tsx';
import { texts } from './texts.ts';

type Picker = typeof import('../composer/emoji/emoji-picker.tsx').EmojiPicker;

const panel = css({
  width: 'min(376px, calc(100vw - 24px))',
  height: 'min(420px, calc(100dvh - 24px))',
  overflow: 'hidden',
  borderRadius: 'var(--r-l)',
  [small]: {
    width: '100%',
    maxWidth: 'none',
    height: 'min(420px, 70dvh)',
    marginBlock: 'auto 0',
    borderEndStartRadius: 0,
    borderEndEndRadius: 0,
  },
});
const coming = css({
  display: 'grid',
  placeContent: 'center',
  height: '100%',
  color: 'var(--text-muted)',
});

interface ReactionPickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** All emoji, to react with one. */
export function ReactionPicker({ onPick, onClose }: ReactionPickerProps) {
  const [code, setCode] = useState<{ EmojiPicker: Picker } | null>(null);
  useEffect(() => {
    import('../composer/emoji/emoji-picker.tsx').then(setCode, () => {
      notify.error(texts.emojiFailed);
      onClose();
    });
  }, [onClose]);
  return (
    <Dialog css={panel} aria-label={texts.allEmoji} onClose={onClose}>
      {code ? (
        <code.EmojiPicker onPick={onPick} />
      ) : (
        <div css={coming}>
          <Spinner size={28} />
        </div>
      )}
    </Dialog>
  );
}

import { css } from '@emotion/react';
import { small } from '../../../ui/media.ts';
import { Dialog } from '../../dialog.tsx';
import { LazyEmojiPicker } from '../composer/emoji/lazy-emoji-picker.tsx';
import { texts } from './texts.ts';

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
interface ReactionPickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** All emoji, to react with one. */
export function ReactionPicker({ onPick, onClose }: ReactionPickerProps) {
  return (
    <Dialog css={panel} aria-label={texts.allEmoji} onClose={onClose}>
      <LazyEmojiPicker onPick={onPick} onFail={onClose} />
    </Dialog>
  );
}

import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { notify } from '../../../../ui/notify.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { texts } from '../texts.ts';

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

import { css } from '@emotion/react';
import { toggleMessage } from '../../../stores/selected-messages.ts';
import { texts } from './texts.ts';

/** Over the whole message: a press anywhere in it selects it. The box is on the side without the bubble. */
const area = css({
  position: 'absolute',
  inset: 0,
  zIndex: 'var(--z-sticky)',
  display: 'flex',
  alignItems: 'center',
  cursor: 'pointer',
  '[data-own=false] > &': { justifyContent: 'flex-end' },
  '& > input': { width: 20, height: 20, margin: 4, accentColor: 'var(--accent)' },
});

/** While messages are being selected. Not in the tab order: keys of the message do the same. */
export function SelectBox({ id, isSelected }: { id: string; isSelected: boolean }) {
  return (
    <label css={area}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={texts.select}
        checked={isSelected}
        onChange={() => toggleMessage(id)}
      />
    </label>
  );
}

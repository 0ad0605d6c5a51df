import { css } from '@emotion/react';
import { useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { plainField } from '../../../ui/late-styles.ts';
import { notify } from '../../../ui/notify.ts';
import { fieldText } from '../../../ui/styles.ts';

interface CopyFieldProps {
  label: string;
  value: string;
  words: { copy: string; copied: string; copyYourself: string };
  children?: Elements;
}

export function CopyField({ label, value, words, children }: CopyFieldProps) {
  const id = useId();
  const fieldRef = useRef<HTMLInputElement>(null);

  async function handleCopy() {
    fieldRef.current?.select();
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // On an insecure address without a clipboard, the selection is copied the old way.
      isCopied = document.execCommand('copy');
    }
    if (isCopied) notify.success(words.copied);
    else notify.error(words.copyYourself);
  }

  return (
    <div css={copyField}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={fieldRef}
        id={id}
        readOnly
        dir="ltr"
        value={value}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void handleCopy()}>{words.copy}</Button>
      {children}
    </div>
  );
}

const copyField = css({
  display: 'grid',
  gap: 'var(--s2)',
  font: 'var(--t-sm)',
  '& > input': {
    ...plainField,
    width: '100%',
    minWidth: 0,
    ...fieldText,
    textAlign: 'inherit',
    textOverflow: 'ellipsis',
  },
  '& > span': { color: 'var(--text-muted)' },
});

import { useState } from 'react';
import { texts } from './texts.ts';

interface CopyButtonProps {
  label: string;
  getText: (form: HTMLFormElement | null) => string;
}

export function CopyButton({ label, getText }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const canCopy = 'clipboard' in navigator;
  return (
    <button
      type="button"
      disabled={!canCopy}
      title={canCopy ? undefined : texts.copyNeedsHttps}
      onClick={({ currentTarget: { form } }) =>
        void navigator.clipboard.writeText(getText(form)).then(() => setIsCopied(true))
      }
    >
      {isCopied ? texts.copied : label}
    </button>
  );
}

import { css } from '@emotion/react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notify.ts';
import { texts } from './texts.ts';

const invite = css({
  display: 'grid',
  gap: 'var(--s2)',
  width: '100%',
  marginBlockStart: 'var(--s5)',
  '& > label': { color: 'var(--text)' },
  '& > input': {
    width: '100%',
    minWidth: 0,
    height: 'var(--field-h)',
    paddingInline: 'var(--s3)',
    border: '1px solid var(--control)',
    borderRadius: 'var(--r-m)',
    background: 'var(--sheet)',
    color: 'var(--text)',
    textAlign: 'center',
    textOverflow: 'ellipsis',
  },
});

/** For everybody, such an address means their own computer. */
const isOnlyHere = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

/** The address of this server, to invite somebody. */
export function Invite() {
  const fieldRef = useRef<HTMLInputElement>(null);
  const { origin, hostname } = location;

  const handleCopy = async () => {
    fieldRef.current?.select();
    if (await copy(origin)) notify.success(texts.copied);
    else notify.error(texts.copyYourself);
  };

  return (
    <div css={invite}>
      <label htmlFor="invite-address">{texts.invite}</label>
      <input
        id="invite-address"
        ref={fieldRef}
        readOnly
        dir="ltr"
        value={origin}
        onFocus={({ target }) => target.select()}
      />
      <Button look="quiet" onClick={() => void handleCopy()}>
        {texts.copy}
      </Button>
      {isOnlyHere(hostname) && <span>{texts.onlyHere}</span>}
    </div>
  );
}

/** Returns whether it was copied. On an insecure address without a clipboard, the selection is copied the old way. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}

/** "Invite someone": by links, if people may make them, and otherwise by the address of a server that takes everybody. */
import { css } from '@emotion/react';
import { useId, useRef } from 'react';
import { lateComponent } from '../../../lib/late-component.tsx';
import { askFor, useIsAsked } from '../../../stores/asked.ts';
import { Button } from '../../../ui/button.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { plainField } from '../../../ui/late-styles.ts';
import { notify } from '../../../ui/notify.ts';
import { fieldText } from '../../../ui/styles.ts';
import { TitledDialog } from '../../dialog.tsx';
import { texts } from './texts.ts';
import { useWayToInvite } from './way-to-invite.ts';

const alone = css({ width: '100%', marginBlockStart: 'var(--s5)', textAlign: 'center' });
const part = css({ padding: '0 var(--s6) var(--s6)' });

/** For everybody, such an address means their own computer. */
const isOnlyHere = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

const Invitations = lateComponent(async () => (await import('./invitations.tsx')).Invitations);

export function InviteDialog() {
  const isOpen = useIsAsked('invitation');
  const way = useWayToInvite();
  if (!isOpen || !way) return null;
  return (
    <TitledDialog title={texts.inviteSomebody} onClose={() => askFor(null)}>
      <div css={part}>{way === 'links' ? <Invitations /> : <Address />}</div>
    </TitledDialog>
  );
}

/** For somebody who is alone here. */
export function Invite() {
  const way = useWayToInvite();
  if (!way) return null;
  return (
    <div css={alone}>
      {way === 'address' ? (
        <Address />
      ) : (
        <Button look="quiet" onClick={() => askFor('invitation')}>
          {texts.inviteSomebody}
        </Button>
      )}
    </div>
  );
}

function Address() {
  const { origin, hostname } = location;
  return (
    <CopyField label={addressTexts.label} value={origin} words={addressTexts}>
      {isOnlyHere(hostname) && <span>{addressTexts.onlyHere}</span>}
    </CopyField>
  );
}

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

const addressTexts = {
  label: 'Send this address to people you invite.',
  copy: 'Copy',
  copied: 'Address copied',
  copyYourself: 'Couldn’t copy. The address is selected: copy it yourself.',
  onlyHere:
    'Only this computer can open it. To open it to your network, start the server with HOST=0.0.0.0.',
};

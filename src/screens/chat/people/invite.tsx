import { css } from '@emotion/react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { X } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { Dialog } from '../../dialog.tsx';
import { onOpenInvite, openInvite } from './open-invite.ts';
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

const links = css({ marginBlockStart: 'var(--s5)' });

const dialog = css({
  width: 'min(26rem, calc(100vw - 24px))',
  padding: 'var(--s4) var(--s6) var(--s6)',
  font: 'var(--t-sm)',
  color: 'var(--text-muted)',
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    marginInlineEnd: -12,
    color: 'var(--text)',
    '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  },
  '& > div': { marginBlockStart: 'var(--s2)' },
});

/** For everybody, such an address means their own computer. */
const isOnlyHere = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

const Invitations = lazy(() =>
  import('./invitations.tsx').then((loaded) => ({ default: loaded.Invitations })),
);

/** With links, if people may make them, and otherwise with the address alone. */
export function InviteDialog() {
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  useEffect(() => onOpenInvite(() => setIsOpen(true)), []);
  const hasLinks = useHasFeature('invitations');
  if (!isOpen) return null;
  const close = () => setIsOpen(false);
  if (hasLinks) {
    return (
      <Suspense>
        <Invitations onClose={close} />
      </Suspense>
    );
  }
  return (
    <Dialog css={dialog} aria-labelledby={titleId} onClose={close}>
      <header>
        <h2 id={titleId}>{texts.inviteSomebody}</h2>
        <IconButton label={texts.close} onClick={close}>
          <X size={20} />
        </IconButton>
      </header>
      <Invite />
    </Dialog>
  );
}

/** The address of this server, to invite somebody. */
export function Invite() {
  const hasLinks = useHasFeature('invitations');
  const fieldId = useId();
  const fieldRef = useRef<HTMLInputElement>(null);
  const { origin, hostname } = location;

  const handleCopy = async () => {
    fieldRef.current?.select();
    if (await copyText(origin)) notify.success(texts.copied);
    else notify.error(texts.copyYourself);
  };

  // The address alone may let nobody in.
  if (hasLinks) {
    return (
      <Button look="quiet" css={links} onClick={openInvite}>
        {texts.inviteSomebody}
      </Button>
    );
  }
  return (
    <div css={invite}>
      <label htmlFor={fieldId}>{texts.invite}</label>
      <input
        id={fieldId}
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

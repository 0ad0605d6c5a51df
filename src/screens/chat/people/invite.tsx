/** "Invite someone": by links, if people may make them, and otherwise by the address of a server that takes everybody. */
import { css } from '@emotion/react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { loadSurely } from '../../../lib/load-code.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { X } from '../../../ui/icons/icons.ts';
import { Dialog } from '../../dialog.tsx';
import { CopyField } from './copy-field.tsx';
import { onOpenInvite, openInvite, useWayToInvite } from './open-invite.ts';
import { texts } from './texts.ts';

const alone = css({ width: '100%', marginBlockStart: 'var(--s5)', textAlign: 'center' });
const sheet = css({
  width: 'min(26rem, calc(100vw - 24px))',
  overflowWrap: 'anywhere',
  '& > header': {
    position: 'sticky',
    insetBlockStart: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 'var(--s2)',
    paddingBlock: 'var(--s3) var(--s2)',
    paddingInline: 'var(--s6) var(--s3)',
    background: 'var(--raised)',
    '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  },
  '& > :not(header)': { padding: 'var(--s2) var(--s6) var(--s6)' },
});

/** For everybody, such an address means their own computer. */
const isOnlyHere = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

const Invitations = lazy(async () => ({
  default: (await loadSurely(() => import('./invitations.tsx'))).Invitations,
}));

export function InviteDialog() {
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  useEffect(() => onOpenInvite(() => setIsOpen(true)), []);
  const way = useWayToInvite();
  if (!isOpen || !way) return null;
  const close = () => setIsOpen(false);
  return (
    <Dialog css={sheet} aria-labelledby={titleId} onClose={close}>
      <header>
        <h2 id={titleId}>{texts.inviteSomebody}</h2>
        <IconButton label={texts.close} onClick={close}>
          <X size={20} />
        </IconButton>
      </header>
      {way === 'links' ? (
        <Suspense>
          <Invitations />
        </Suspense>
      ) : (
        <Address />
      )}
    </Dialog>
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
        <Button look="quiet" onClick={openInvite}>
          {texts.inviteSomebody}
        </Button>
      )}
    </div>
  );
}

function Address() {
  const { origin, hostname } = location;
  return (
    <CopyField label={texts.invite} value={origin} words={texts}>
      {isOnlyHere(hostname) && <span>{texts.onlyHere}</span>}
    </CopyField>
  );
}

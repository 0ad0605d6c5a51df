/** "Invite someone": by links, if people may make them, and otherwise by the address of a server that takes everybody. */
import { css } from '@emotion/react';
import { lateComponent } from '../../../lib/late-component.tsx';
import { askFor, useIsAsked } from '../../../stores/asked.ts';
import { Button } from '../../../ui/button.tsx';
import { TitledDialog } from '../../dialog.tsx';
import { CopyField } from './copy-field.tsx';
import { addressTexts } from './invitation-texts.ts';
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

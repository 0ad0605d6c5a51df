/** Invitation links: a new one with its QR code, and the open ones of this person. Loaded when they are shown. */
import { css } from '@emotion/react';
import { useRef, useState } from 'react';
import { encode } from 'uqr';
import { useInvitations, useInvite, useRevokeInvitation } from '../../../session/invitations.ts';
import { Button } from '../../../ui/button.tsx';
import { flexRow } from '../../../ui/styles.ts';
import { CopyField } from './invite.tsx';

export function Invitations() {
  const invite = useInvite();
  return (
    <div css={parts}>
      {invite.data === undefined ? (
        <div css={part}>
          <p>{texts.what}</p>
          <Button wide busy={invite.isPending} onClick={() => invite.isPending || invite.mutate()}>
            {texts.make}
          </Button>
        </div>
      ) : (
        <NewLink link={`${location.origin}/login?invite=${invite.data}`} />
      )}
      <OpenInvitations />
    </div>
  );
}

/** The link is shown only now: the server has nothing but a hash of its code. */
function NewLink({ link }: { link: string }) {
  // As a phone has it, but not every browser, and none at an insecure address.
  const canShare = 'share' in navigator;
  return (
    <div css={part}>
      <QrCode text={link} />
      <p role="status">{texts.made}</p>
      <CopyField label={texts.link} value={link} words={texts}>
        {canShare && (
          <Button
            look="quiet"
            onClick={() =>
              navigator.share({ text: texts.shared, url: link }).catch(() => undefined)
            }
          >
            {texts.share}
          </Button>
        )}
      </CopyField>
    </div>
  );
}

/** Dark on light in both themes: many readers take nothing else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg css={code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts.code}>
      <path d={path} />
    </svg>
  );
}

function OpenInvitations() {
  const { data: invitations = [] } = useInvitations();
  const revoke = useRevokeInvitation();
  const [revoking, setRevoking] = useState<string>();
  const listRef = useRef<HTMLUListElement>(null);
  if (invitations.length === 0) return null;
  return (
    <section css={part} aria-label={texts.open}>
      <h3>{texts.open}</h3>
      <ul ref={listRef} tabIndex={-1}>
        {invitations.map(({ _id, createdAt, endsAt }) => (
          <li key={_id}>
            <span>{texts.from(day(createdAt), day(endsAt))}</span>
            <Button
              look="quiet"
              aria-label={texts.revokeOf(day(createdAt))}
              busy={revoke.isPending && revoking === _id}
              onClick={() => {
                if (revoke.isPending) return;
                setRevoking(_id);
                // The row with the focused button goes.
                revoke.mutate(_id, { onSuccess: () => listRef.current?.focus() });
              }}
            >
              {texts.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const day = (moment: string): string =>
  new Date(moment).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

const parts = css({ display: 'grid', gap: 'var(--s6)' });
const part = css({
  display: 'grid',
  gap: 'var(--s3)',
  '& > p': { color: 'var(--text-muted)' },
  '& > h3': { font: 'var(--t-name)' },
  '& > ul': { display: 'grid', gap: 'var(--s2)', outline: 'none' },
  '& li': {
    ...flexRow('var(--s3)'),
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    font: 'var(--t-sm)',
  },
});
const code = css({
  justifySelf: 'center',
  width: 200,
  maxWidth: '100%',
  borderRadius: 'var(--r-m)',
  background: '#FFF',
  fill: '#06313D',
  shapeRendering: 'crispEdges',
  forcedColorAdjust: 'none',
});

const texts = {
  what: 'Make a link with which one person can join, within 7 days.',
  make: 'Make a link',
  made: 'Send this link to the person, or let them scan the code. It is shown only now.',
  link: 'Invitation link',
  code: 'QR code of the link',
  copy: 'Copy link',
  copied: 'Link copied',
  copyYourself: 'Couldn’t copy. The link is selected: copy it yourself.',
  share: 'Share',
  shared: 'Chat with me on Duet:',
  open: 'Open invitations',
  from: (made: string, ends: string): string => `Made on ${made}, until ${ends}`,
  revoke: 'Revoke',
  revokeOf: (made: string): string => `Revoke the invitation of ${made}`,
};

/** "Invite someone": a link with its QR code, and the open invitations of this person. Loaded when it is opened. */
import { css } from '@emotion/react';
import { useId, useRef, useState } from 'react';
import { encode } from 'uqr';
import { useInvitations, useInvite, useRevokeInvitation } from '../../../session/invitations.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { X } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { Dialog } from '../../dialog.tsx';
import { invitationTexts as texts } from './texts.ts';

export function Invitations({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const invite = useInvite();
  return (
    <Dialog css={sheet} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{texts.title}</h2>
        <IconButton label={texts.close} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </header>
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
    </Dialog>
  );
}

/** The link is shown only now: the server has nothing but a hash of its code. */
function NewLink({ link }: { link: string }) {
  const fieldRef = useRef<HTMLInputElement>(null);
  // As a phone has it, but not every browser, and none at an insecure address.
  const canShare = 'share' in navigator;

  async function handleCopy() {
    fieldRef.current?.select();
    if (await copyText(link)) notify.success(texts.copied);
    else notify.error(texts.copyYourself);
  }

  return (
    <div css={part}>
      <QrCode text={link} />
      <p role="status">{texts.made}</p>
      <input
        ref={fieldRef}
        aria-label={texts.link}
        readOnly
        dir="ltr"
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div css={row}>
        <Button onClick={() => void handleCopy()}>{texts.copy}</Button>
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
      </div>
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
});
const part = css({
  display: 'grid',
  gap: 'var(--s3)',
  padding: 'var(--s2) var(--s6) var(--s6)',
  '& > p': { color: 'var(--text-muted)' },
  '& > h3': { font: 'var(--t-name)' },
  '& > input': {
    width: '100%',
    minWidth: 0,
    height: 'var(--field-h)',
    paddingInline: 'var(--s3)',
    border: '1px solid var(--control)',
    borderRadius: 'var(--r-m)',
    background: 'var(--sheet)',
    color: 'var(--text)',
    textOverflow: 'ellipsis',
  },
  '& > ul': { display: 'grid', gap: 'var(--s2)', outline: 'none' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 'var(--s3)',
    font: 'var(--t-sm)',
  },
});
const row = css({ display: 'flex', flexWrap: 'wrap', gap: 'var(--s2)', '& > button': { flex: 1 } });
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

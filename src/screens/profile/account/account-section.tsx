import { css } from '@emotion/react';
import { useState } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { useMe } from '../../../session/auth.ts';
import { useZone } from '../../../stores/clock.ts';
import type { Elements } from '../../../ui/elements.ts';
import { flexRow } from '../../../ui/styles.ts';
import { Section } from '../section.tsx';
import { DeleteAccount, EmailForm, PasswordForm } from './account-forms.tsx';
import { SessionList } from './session-list.tsx';
import { texts } from './texts.ts';

/** The email, if the server tells it, and the server's features for the account beyond the profile. */
export function AccountSection() {
  const canChangeEmail = useHasFeature('email');
  const canChangePassword = useHasFeature('password');
  const canListSessions = useHasFeature('sessions');
  const canDelete = useHasFeature('deleteAccount');
  const zone = useZone();
  const { email } = useMe();
  const hasParts = canChangeEmail || canChangePassword || canListSessions || canDelete;
  if (email === undefined && !hasParts) return null;
  return (
    <Section id="account" title={texts.section}>
      {email !== undefined && (
        <p>
          <span>{texts.email.now}</span>
          <bdi translate="no">{email}</bdi>
        </p>
      )}
      <div css={parts}>
        {canChangeEmail && (
          <Part title={texts.email.title}>
            <EmailForm />
          </Part>
        )}
        {canChangePassword && (
          <Part title={texts.password.title}>
            <PasswordForm />
          </Part>
        )}
        {canListSessions && (
          <Part title={texts.sessions.title}>
            <SessionList key={zone} />
          </Part>
        )}
        {canDelete && (
          <Part title={texts.deletion.title}>
            <DeleteAccount />
          </Part>
        )}
      </div>
    </Section>
  );
}

/** Its content is mounted while it is open, and starts again each time. */
function Part({ title, children }: { title: string; children: Elements }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details name="account" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

const parts = css({
  '& > details': { borderBlockStart: '1px solid var(--line)' },
  '& summary': {
    ...flexRow(),
    justifyContent: 'space-between',
    minHeight: 56,
    font: 'var(--t-name)',
    cursor: 'pointer',
  },
  // The arrow that shows more content; it turns when it is open.
  '& summary::after': {
    content: '""',
    width: 8,
    height: 8,
    margin: '-4px 6px 0',
    border: 'solid var(--text-muted)',
    borderWidth: '0 2px 2px 0',
    rotate: '45deg',
  },
  '& details[open] > summary::after': { rotate: '225deg', marginBlockStart: 4 },
  '& details > :not(summary)': { margin: 'var(--s2) 0 var(--s5)' },
});

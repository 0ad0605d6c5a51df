import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { PasswordQuestion } from './password-question.tsx';
import { texts } from './texts.ts';

/** Asks for the password where the server wants it before it signs another device out. */
export function EndSessionForm({
  busy,
  onSubmit,
}: {
  busy: boolean;
  onSubmit: (password: string) => void;
}) {
  const wrapRef = useRef<HTMLDivElement>(null);
  useEffect(() => wrapRef.current?.querySelector('input')?.focus(), []);
  return (
    <div css={wrap} ref={wrapRef}>
      <PasswordQuestion
        css={form}
        label={texts.sessions.password}
        missing={texts.sessions.missing}
        submit={texts.sessions.signOut}
        busy={busy}
        onSubmit={onSubmit}
      />
    </div>
  );
}

const wrap = css({ flexBasis: '100%' });
const form = css({ display: 'grid', gap: 'var(--s4)' });

import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { PasswordQuestion } from './password-question.tsx';
import { texts } from './texts.ts';

/** Asks for the password if the server needs it to log out other devices. */
export function EndSessionForm({
  submit,
  busy,
  onSubmit,
}: {
  submit: string;
  busy: boolean;
  onSubmit: (password: string) => Promise<unknown>;
}) {
  const wrapRef = useRef<HTMLDivElement>(null);
  useEffect(() => wrapRef.current?.querySelector('input')?.focus(), []);
  return (
    <div css={wrap} ref={wrapRef}>
      <PasswordQuestion
        css={form}
        label={texts.sessions.password}
        missing={texts.sessions.missing}
        submit={submit}
        busy={busy}
        onSubmit={onSubmit}
      />
    </div>
  );
}

const wrap = css({ flexBasis: '100%' });
const form = css({ display: 'grid', gap: 'var(--s4)' });

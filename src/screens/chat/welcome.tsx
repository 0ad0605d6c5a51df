import { css } from '@emotion/react';
import { useMe } from '../../session/auth.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Logo } from '../../ui/logo.tsx';
import { flexRow, inMiddle } from '../../ui/styles.ts';
import { texts } from './texts.ts';

const welcome = css({
  ...inMiddle,
  gap: 'var(--s5)',
  height: '100%',
  padding: 'var(--s8)',
  overflowY: 'auto',
  '& > h2': { font: 'var(--t-xl)', letterSpacing: '-.02em', textWrap: 'balance' },
  '& > p': {
    ...flexRow('var(--s3)'),
    maxWidth: '100%',
    color: 'var(--text-muted)',
    overflowWrap: 'anywhere',
    '& b': { marginInlineStart: '.3em', fontWeight: 600, color: 'var(--text)' },
  },
});

/** Replaces the conversation while nobody is selected, and says whose account this is. */
export function Welcome() {
  const me = useMe();
  return (
    <div css={welcome}>
      <Logo width={120} />
      <h2>{texts.slogan}</h2>
      <p>
        <Avatar user={me} size={40} />
        <span>
          <span>{texts.youAre}</span>
          <b translate="no">{me.fullName}</b>
        </span>
      </p>
    </div>
  );
}

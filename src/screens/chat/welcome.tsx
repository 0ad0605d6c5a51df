import { css } from '@emotion/react';
import { ArrowUp } from '../../ui/icons/icons.ts';
import { Mark } from '../../ui/mark.tsx';
import { coarse } from '../../ui/media.ts';
import { Kbd } from './people/search-box.tsx';
import { texts } from './texts.ts';

const welcome = css({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 'var(--s6)',
  height: '100%',
  padding: 'var(--s8)',
  textAlign: 'center',
  '& > h2': { font: 'var(--t-xl)', letterSpacing: '-.02em', textWrap: 'balance' },
});
const hints = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  gap: 'var(--s4)',
  marginBlockStart: 'calc(var(--s2) * -1)',
  font: 'var(--t-sm)',
  color: 'var(--text-muted)',
  '& > span': { display: 'flex', alignItems: 'center', gap: 6 },
  [coarse]: { display: 'none' },
});

/** Replaces the conversation while nobody is selected. */
export function Welcome() {
  return (
    <div css={welcome}>
      <Mark width={120} />
      <h2>{texts.slogan}</h2>
      <p css={hints} aria-hidden="true">
        <span>
          <Kbd>/</Kbd>
          <span>{texts.hints.search}</span>
        </span>
        <span>
          <Kbd>
            <ArrowUp size={14} />
          </Kbd>
          <Kbd>
            <ArrowUp size={14} style={{ rotate: '180deg' }} />
          </Kbd>
          <span>{texts.hints.move}</span>
        </span>
        <span>
          <Kbd>Enter</Kbd>
          <span>{texts.hints.open}</span>
        </span>
      </p>
    </div>
  );
}

import { css, keyframes } from '@emotion/react';
import type { User } from '../../../protocol/entities.ts';
import { Avatar } from '../../../ui/avatar.tsx';

const hop = keyframes({
  '0%, 60%, 100%': { opacity: 0.35 },
  '30%': { opacity: 1, transform: 'translateY(-3px)' },
});
const dots = css({
  display: 'flex',
  gap: 5,
  padding: '6px 2px',
  '& > i': {
    width: 7,
    height: 7,
    borderRadius: '50%',
    background: 'var(--text-muted)',
    opacity: 0.7,
    animation: `${hop} 1.2s infinite var(--ease-move)`,
  },
  '& > i:nth-of-type(2)': { animationDelay: '.15s' },
  '& > i:nth-of-type(3)': { animationDelay: '.3s' },
});

/** Shown while the other person is typing. The header says it in words. */
export function TypingRow({ peer }: { peer: User }) {
  return (
    <div className="message" data-first="true" aria-hidden="true">
      <span className="avatar">
        <Avatar user={peer} />
      </span>
      <div className="column">
        <div className="bubble">
          <span css={dots}>
            <i />
            <i />
            <i />
          </span>
        </div>
      </div>
    </div>
  );
}

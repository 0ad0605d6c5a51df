import { css } from '@emotion/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSetBlocked } from '../../../people/blocks.ts';
import { userQueries } from '../../../people/users.ts';
import type { User } from '../../../protocol/entities.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { privacyTexts as texts } from './privacy-texts.ts';

/** The people whom the person has blocked, each with a button to unblock. */
export function BlockedPeople() {
  const { data: blocked = [] } = useQuery({
    ...userQueries.list(),
    select: (users) => users.filter((user) => user.blocked && !user.deleted),
  });
  const headingRef = useRef<HTMLHeadingElement>(null);
  const count = blocked.length;
  const before = useRef(count);
  useEffect(() => {
    // The focused button was removed.
    if (count < before.current && document.activeElement === document.body) {
      headingRef.current?.focus();
    }
    before.current = count;
  }, [count]);
  return (
    <div css={people}>
      <h3 ref={headingRef} tabIndex={-1}>
        {texts.blocked}
      </h3>
      {count === 0 && <p>{texts.nobody}</p>}
      {count > 0 && (
        <ul>
          {blocked.map((user) => (
            <BlockedPerson key={user._id} user={user} />
          ))}
        </ul>
      )}
    </div>
  );
}

function BlockedPerson({ user }: { user: User }) {
  const { mutate, isPending } = useSetBlocked(user._id, () => {});
  return (
    <li>
      <Avatar user={user} size={40} />
      <bdi translate="no">{user.fullName}</bdi>
      <Button
        look="quiet"
        aria-label={texts.unblockPerson(user.fullName)}
        busy={isPending}
        onClick={() => isPending || mutate(false)}
      >
        {texts.unblock}
      </Button>
    </li>
  );
}

const people = css({
  marginBlockStart: 'var(--s5)',
  '& > h3': { font: 'var(--t-name)', outline: 'none' },
  '& > p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& > ul': { display: 'grid', gap: 'var(--s2)', marginBlockStart: 'var(--s2)' },
  '& li': { display: 'flex', alignItems: 'center', gap: 'var(--s3)' },
  '& li > bdi': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

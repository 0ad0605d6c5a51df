import { css } from '@emotion/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { useSetBlocked } from '../../../people/change-users.ts';
import { userQueries } from '../../../people/users.ts';
import { HIDEABLE, type Hideable, type User } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { useSetHidden } from '../../../session/own-account.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/choice.tsx';
import { Section } from '../section.tsx';
import { privacyTexts as texts } from './texts.ts';

/** What others see of the person, on all devices; only if the server has the feature. */
export function PrivacySection() {
  const canHide = useHasFeature('privacy');
  const canBlock = useHasFeature('block');
  if (!canHide && !canBlock) return null;
  return (
    <Section id="privacy" title={texts.title} scope={texts.scope}>
      {canHide && <HideSwitches />}
      {canBlock && <BlockedPeople />}
    </Section>
  );
}

/** On: shown to others, and theirs is shown too. Each change sends all of them, so it begins with the one before. */
function HideSwitches() {
  const { hides = [] } = useMe();
  const { mutate, isPending, variables } = useSetHidden();
  const hidden: readonly Hideable[] = isPending ? variables : hides;
  return (
    <div>
      {HIDEABLE.map((what) => (
        <Switch
          key={what}
          {...texts[what]}
          checked={!hidden.includes(what)}
          onChange={({ target }) => {
            const others = hidden.filter((each) => each !== what);
            mutate(target.checked ? others : [...others, what]);
          }}
        />
      ))}
    </div>
  );
}

function BlockedPeople() {
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
  '& > ul': { display: 'grid', gap: 'var(--s2)', marginBlockStart: 'var(--s2)' },
  '& li': { display: 'flex', alignItems: 'center', gap: 'var(--s3)' },
  '& li > bdi': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

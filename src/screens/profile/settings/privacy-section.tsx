import { css } from '@emotion/react';
import { useId } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { HIDEABLE, type Hideable } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { useSetHidden } from '../../../session/own-account.ts';
import { Switch } from '../../../ui/switch.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import { privacyTexts as texts } from './privacy-texts.ts';

/** What others see of the person, on all devices; only if the server has the feature. */
export function PrivacySection() {
  const titleId = useId();
  const canHide = useHasFeature('privacy');
  const canBlock = useHasFeature('block');
  if (!canHide && !canBlock) return null;
  return (
    <section css={section} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.title}</h2>
      <p>{texts.scope}</p>
      {canHide && <HideSwitches />}
      {canBlock && <BlockedPeople />}
    </section>
  );
}

/** On: shown to others, and theirs is shown too. Each change sends all of them, so it begins with the one before. */
function HideSwitches() {
  const { hides = [] } = useMe();
  const { mutate, isPending, variables } = useSetHidden();
  const hidden: readonly Hideable[] = isPending ? variables : hides;
  return (
    <div css={switches}>
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

const switches = css({ display: 'grid', gap: 'var(--s2)' });

const section = css({
  marginBlockStart: 'var(--s8)',
  paddingBlockStart: 'var(--s6)',
  borderBlockStart: '1px solid color-mix(in srgb, var(--text) 12%, transparent)',
  '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  '& > h2 + p': {
    marginBlockEnd: 'var(--s3)',
    font: 'var(--t-sm)',
    color: 'var(--text-muted)',
  },
});

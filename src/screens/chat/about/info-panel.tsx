import { css } from '@emotion/react';
import type { User } from '../../../protocol/entities.ts';
import { askToLogOut } from '../../../session/log-out.ts';
import { useZone } from '../../../stores/clock.ts';
import { usePreference } from '../../../stores/preferences.ts';
import { Button } from '../../../ui/button.tsx';
import { LogOut } from '../../../ui/icons/icons.ts';
import { useMatchesMedia } from '../../../ui/matches-media.ts';
import { mediumOnly, small } from '../../../ui/media.ts';
import { AboutPerson } from './about-person.tsx';
import { texts } from './texts.ts';

const panel = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  paddingBlock: 'var(--gutter)',
  '--inline': 'var(--s5)',
  [mediumOnly]: { '--inline': 'var(--s4)' },
});
/** About the own account, so separate from the other person's part. */
const foot = css({
  flex: 'none',
  paddingBlock: 'var(--s2) var(--s3)',
  paddingInline: 'var(--inline)',
  borderBlockStart: '1px solid color-mix(in srgb, var(--text) 12%, transparent)',
});

/** The panel about the other person, beside the conversation from 768 px, unless it is closed. */
export function InfoPanel({ peer }: { peer: User }) {
  const isClosed = usePreference('isInfoPanelClosed');
  const isSmall = useMatchesMedia(small);
  const zone = useZone();
  if (isClosed || isSmall) return null;
  return (
    <section css={panel} aria-label={texts.region(peer.fullName)}>
      <AboutPerson key={zone} peer={peer} />
      <div css={foot}>
        <Button look="quiet" wide onClick={askToLogOut}>
          <LogOut size={20} />
          <span>{texts.logOut}</span>
        </Button>
      </div>
    </section>
  );
}

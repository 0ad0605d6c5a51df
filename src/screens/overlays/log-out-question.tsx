import { css } from '@emotion/react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { hasOutage } from '../../backend/connection.ts';
import { loadCode } from '../../lib/load-code.ts';
import { getUser } from '../../people/users.ts';
import type { UserId } from '../../protocol/entities.ts';
import { cutPreview } from '../../protocol/text.ts';
import { useMe } from '../../session/auth.ts';
import {
  findUnfinished,
  isNothing,
  logOut,
  type Unfinished,
  type Writing,
} from '../../session/log-out.ts';
import { askFor, useIsAsked } from '../../stores/asked.ts';
import { twoLines } from '../../ui/styles.ts';
import { Question } from '../dialog.tsx';
import { texts } from './texts.ts';

/** Time for messages in progress to be sent before the question, in ms. */
const ON_ITS_WAY_MS = 400;

/** Logs out on request; if unsent messages or drafts would be lost, it lists them and asks first. */
export function LogOutQuestion() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const accountId = useMe()._id;
  const isAsked = useIsAsked('logout');
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null);
  // Loads the next screen, in case there is no connection by then.
  useEffect(
    () =>
      loadCode(
        async () => [await router.loadRouteChunk(router.routesById['/login'])],
        () => {},
      ),
    [router],
  );

  useEffect(() => {
    if (!isAsked) return;
    let newest = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      newest += 1;
      const number = newest;
      const found = await findUnfinished(queryClient, accountId);
      // A later look knows better; or the person stays.
      if (number !== newest) return;
      clearTimeout(timer);
      if (isNothing(found)) return logOut(queryClient);
      const isOnItsWay = !hasOutage(queryClient) && found.drafts.size === 0;
      timer = setTimeout(setUnfinished, isOnItsWay ? ON_ITS_WAY_MS : 0, found);
    };
    void look();
    // When the last of them is sent, there is nothing to ask.
    const stop = queryClient.getMutationCache().subscribe(({ type }) => {
      if (type === 'removed') void look();
    });
    return () => {
      newest = 0;
      stop();
      clearTimeout(timer);
      setUnfinished(null);
    };
  }, [isAsked, queryClient, accountId]);

  if (!isAsked || !unfinished) return null;
  return (
    <Question
      title={texts.logOut.title}
      stay={texts.logOut.stay}
      go={texts.logOut.discard}
      onGo={() => logOut(queryClient)}
      onClose={() => askFor(null)}
    >
      <p>{texts.logOut.question}</p>
      <ul css={list}>
        {[...unfinished.unsent].map(([peerId, writing]) => (
          <Lost key={peerId} peerId={peerId} what={texts.logOut.unsent(writing)} {...writing} />
        ))}
        {[...unfinished.drafts].map(([peerId, writing]) => (
          <Lost
            key={`draft/${peerId}`}
            peerId={peerId}
            what={texts.logOut.draft(writing)}
            {...writing}
          />
        ))}
      </ul>
    </Question>
  );
}

function Lost({ peerId, what, texts: [first] }: Writing & { peerId: UserId; what: string }) {
  const name = getUser(useQueryClient(), peerId)?.fullName;
  return (
    <li>
      <b dir="auto">{texts.logOut.to(name)}</b>
      <span>{what}</span>
      {first && <q dir="auto">{cutPreview(first)}</q>}
    </li>
  );
}

const list = css({
  display: 'grid',
  gap: 'var(--s3)',
  maxHeight: '40dvh',
  marginBlockStart: 'var(--s4)',
  overflowY: 'auto',
  '& > li': { display: 'flex', flexWrap: 'wrap', columnGap: 'var(--s2)' },
  '& b': { font: 'var(--t-name)', color: 'var(--text)' },
  '& q': {
    flexBasis: '100%',
    ...twoLines,
    color: 'var(--text)',
  },
});

import { useEffect, useRef } from 'react';
import type { OutgoingMessage } from '../../../conversation/entities.ts';
import { announce } from '../../../ui/announcer.ts';
import { texts } from './texts.ts';

/** Says when a message turns out not to be sent. Its row comes and goes with the page it stands on. */
export function useFailureNews(outbox: readonly OutgoingMessage[]): void {
  const known = useRef(outbox);
  useEffect(() => {
    const underWay = known.current.filter(({ state }) => state !== 'failed');
    known.current = outbox;
    for (const { key, state, reason } of outbox) {
      if (state !== 'failed' || !underWay.some((before) => before.key === key)) continue;
      announce({
        kind: 'not sent',
        line: texts.notSent(reason),
        summarise: texts.manyNotSent,
        summariseFrom: 2,
      });
    }
  }, [outbox]);
}

import { useEffect, useRef } from 'react';
import type { OutgoingMessage } from '../../../conversation/entities.ts';
import { announce } from '../../../ui/announcer.ts';
import { texts } from './texts.ts';

/** Announces that a message was not sent. Its row is mounted and unmounted with its page. */
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

import { useEffect } from 'react';
import { useIsGateClosed } from '../../stores/gate.ts';
import { loadConversationCode, useConversationCode } from './conversation-code.ts';
import { useIsReconnecting } from './use-is-reconnecting.ts';

/** The place of the notice about an outage. */
export function Reconnecting({ as }: { as: 'overlay' | 'strip' }) {
  const isReconnecting = useIsReconnecting();
  const isGateClosed = useIsGateClosed();
  const isShown = isReconnecting || isGateClosed;
  const code = useConversationCode();
  useEffect(() => {
    if (isShown) loadConversationCode();
  }, [isShown]);
  return (
    // The region must exist before its first text: otherwise that is not read.
    <div role="status" data-place={as}>
      {isShown && code && <code.ReconnectingNotice as={as} />}
    </div>
  );
}

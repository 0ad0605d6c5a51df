import { type ComponentProps, useEffect, useState } from 'react';
import { loadCode } from '../../../lib/load-code.ts';

type MessageActions = typeof import('./message-actions.tsx').MessageActions;

/** The place of the actions on messages. Their code loads when the messages are shown. */
export function ActionsHost(props: ComponentProps<MessageActions>) {
  const [code, setCode] = useState<{ MessageActions: MessageActions } | null>(null);
  useEffect(() => loadCode(() => import('./message-actions.tsx'), setCode), []);
  return code && <code.MessageActions {...props} />;
}

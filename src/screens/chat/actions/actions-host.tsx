import { type ComponentProps, useEffect, useState } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { loadCode } from '../../../lib/load-code.ts';

type MessageActions = typeof import('./message-actions.tsx').MessageActions;

/** The place of the actions on messages, for a server with `changes`. Their code loads when the messages are shown. */
export function ActionsHost(props: ComponentProps<MessageActions>) {
  const [code, setCode] = useState<{ MessageActions: MessageActions } | null>(null);
  const canAct = useHasFeature('changes');
  useEffect(
    () => (canAct ? loadCode(() => import('./message-actions.tsx'), setCode) : undefined),
    [canAct],
  );
  return canAct && code && <code.MessageActions {...props} />;
}

type EditBar = typeof import('../composer/edit-bar.tsx').EditBar;

/** The place of the text that is being changed. Its code loads with the first one. */
export function EditHost(props: ComponentProps<EditBar>) {
  const [code, setCode] = useState<{ EditBar: EditBar } | null>(null);
  useEffect(() => loadCode(() => import('../composer/edit-bar.tsx'), setCode), []);
  return code && <code.EditBar {...props} />;
}

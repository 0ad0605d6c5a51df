import { type ComponentProps, useEffect, useState } from 'react';
import { loadCode } from '../../../lib/load-code.ts';

type EditBar = typeof import('./edit-bar.tsx').EditBar;

/** The place of the text that is being changed. Its code loads with the first one. */
export function EditHost(props: ComponentProps<EditBar>) {
  const [code, setCode] = useState<{ EditBar: EditBar } | null>(null);
  useEffect(() => loadCode(() => import('./edit-bar.tsx'), setCode), []);
  return code && <code.EditBar {...props} />;
}

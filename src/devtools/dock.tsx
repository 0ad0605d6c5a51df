/** The developer tools in one place: a handle at the edge of the window, and the chosen tool at the bottom. */
import { css, Global } from '@emotion/react';
import type { QueryClient } from '@tanstack/react-query';
import { ReactQueryDevtoolsPanel } from '@tanstack/react-query-devtools/production';
import type { AnyRouter } from '@tanstack/react-router';
import { TanStackRouterDevtoolsPanelInProd } from '@tanstack/react-router-devtools';
import { useEffect, useState } from 'react';
import { LabPanel } from './lab/panel.tsx';
import { useLookBack } from './look-back.ts';
import type { Recording } from './recording.ts';
import { texts } from './texts.ts';
import { filterFor, WritesPanel } from './writes-panel.tsx';

const TOOLS = ['queries', 'router', 'writes', 'lab'] as const;
type Tool = (typeof TOOLS)[number];

const onTop = {
  position: 'fixed',
  zIndex: 99_999,
  background: 'var(--raised)',
  color: 'var(--text)',
  font: 'var(--t-sm)',
} as const;
const handle = css({
  ...onTop,
  // Its lines run downwards, the first at the right: this is the middle of the right edge.
  insetBlockStart: 0,
  insetInlineStart: '50%',
  padding: '8px 2px',
  writingMode: 'vertical-rl',
  border: '1px solid var(--control)',
  borderBlockStart: 0,
  borderEndStartRadius: 'var(--r-s)',
  borderEndEndRadius: 'var(--r-s)',
});
const DOCK = '50dvh';
const dock = css({
  ...onTop,
  insetInline: 0,
  insetBlockEnd: 0,
  blockSize: DOCK,
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  borderBlockStart: '1px solid var(--line)',
  '& > menu': { display: 'flex', flexWrap: 'wrap', gap: 8, margin: 0, padding: '4px 8px' },
  '& > div': { position: 'relative', minBlockSize: 0, overflow: 'auto' },
  '& menu > button': {
    padding: '4px 12px',
    borderRadius: 'var(--r-s)',
    border: '1px solid var(--control)',
  },
  '& button[aria-pressed=true]': { background: 'var(--accent-soft)' },
  '& > menu > :last-child': { marginInlineStart: 'auto' },
});

interface DockProps {
  router: AnyRouter;
  queryClient: QueryClient;
  nonce: string | undefined;
  getRecording: () => Recording;
}

export function Dock({ router, queryClient, nonce, getRecording }: DockProps) {
  // With `npm run dev` it is there from the start, and must not cover the app.
  const [tool, setTool] = useState<Tool | null>(import.meta.env.DEV ? null : 'queries');
  const [filter, setFilter] = useState('');
  const past = useLookBack();

  useEffect(() => {
    function handleClick(event: MouseEvent): void {
      const found = event.altKey && filterFor(queryClient, event.target);
      if (!found) return;
      // Before the app's own handlers: a quote must not jump, a reaction must not change.
      event.preventDefault();
      event.stopPropagation();
      setFilter(found);
      setTool('writes');
    }
    document.addEventListener('click', handleClick, { capture: true });
    return () => document.removeEventListener('click', handleClick, { capture: true });
  }, [queryClient]);

  if (tool === null) {
    return (
      <button type="button" css={handle} onClick={() => setTool(past ? 'writes' : 'queries')}>
        {past ? texts.lookingBack(past.number) : texts.devtools}
      </button>
    );
  }
  return (
    <section css={dock} aria-label={texts.devtools}>
      <Global styles={{ ':root': { '--dock': DOCK } }} />
      <menu>
        {TOOLS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === tool}
            onClick={() => setTool(name)}
          >
            {texts.tools[name]}
          </button>
        ))}
        <button type="button" onClick={() => setTool(null)}>
          {texts.hide}
        </button>
      </menu>
      <div>
        {tool === 'queries' && (
          <ReactQueryDevtoolsPanel
            client={queryClient}
            onClose={() => setTool(null)}
            {...(nonce && { styleNonce: nonce })}
          />
        )}
        {tool === 'router' && <TanStackRouterDevtoolsPanelInProd router={router} isOpen />}
        {tool === 'writes' && (
          <WritesPanel
            queryClient={queryClient}
            filter={filter}
            onFilter={setFilter}
            getRecording={getRecording}
          />
        )}
        {tool === 'lab' && <LabPanel />}
      </div>
    </section>
  );
}

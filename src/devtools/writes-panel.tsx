/** The ledger as a list that can be searched: by an id, a name, a key, a cause. */
import { css } from '@emotion/react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Write } from './describe-changes.ts';
import { type LedgerLine, writesQuery } from './ledger.ts';
import type { Recording } from './recording/recording.ts';
import { RecordingTools } from './recording/recording-tools.tsx';
import { texts } from './texts.ts';

const panel = css({
  padding: '4px 8px',
  '& form': { display: 'flex', gap: 16, alignItems: 'center' },
  '& label': { display: 'flex', gap: 4 },
  '& input[type=search]': { flex: 1, maxInlineSize: 480 },
  '& ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& ol > li': { paddingBlock: 4, borderBlockEnd: '1px solid var(--line)' },
  '& ul': { margin: 0, paddingInlineStart: 16, color: 'var(--text-muted)' },
  '& p': { display: 'flex', flexWrap: 'wrap', columnGap: 4, margin: 0 },
  '& time': { fontVariantNumeric: 'tabular-nums' },
  '& code': { overflowWrap: 'anywhere' },
});

interface WritesPanelProps {
  queryClient: QueryClient;
  filter: string;
  onFilter: (filter: string) => void;
  getRecording: () => Recording;
}

export function WritesPanel({ queryClient, filter, onFilter, getRecording }: WritesPanelProps) {
  const lines = useQuery(writesQuery(), queryClient).data ?? [];
  const [hasEchoes, setHasEchoes] = useState(false);
  const wanted = filter.trim().toLowerCase();
  const shown = lines.filter(
    (line) => (hasEchoes || !line.isEcho) && JSON.stringify(line).toLowerCase().includes(wanted),
  );
  return (
    <div css={panel}>
      <form onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onChange={({ target }) => onFilter(target.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={hasEchoes}
            onChange={({ target }) => setHasEchoes(target.checked)}
          />
          <span>{texts.echoes}</span>
        </label>
      </form>
      <RecordingTools queryClient={queryClient} getRecording={getRecording} />
      {shown.length === 0 && <p>{texts.noWrites}</p>}
      <ol>
        {shown.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </ol>
    </div>
  );
}

function Line({ line: { at, cause, verdict, latencyMs, writes } }: { line: LedgerLine }) {
  const told = [verdict, latencyMs !== undefined && `${latencyMs} ms`].filter(Boolean);
  return (
    <li>
      <p>
        <time dateTime={at}>{at.slice(11, 23)}</time>
        <strong>{cause}</strong>
        <span>{told.join(', ')}</span>
      </p>
      <ul>
        {writes.map((write) => (
          <li key={write.key}>
            <p>
              <span>{write.person}</span>
              <code>{write.key}</code>
              <span>{write.fields !== undefined && `: ${write.fields}`}</span>
            </p>
            <Rows write={write} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

/** Most rows of a kind: the first answer may have hundreds. */
const MAX_ROWS = 5;

function Rows({ write }: { write: Write }) {
  return (
    <>
      {(['added', 'removed', 'changed'] as const).map((kind) => {
        const rows = Object.entries(write[kind] ?? {});
        return rows.slice(0, MAX_ROWS).map(([id, words], index) => (
          <p key={`${kind} ${id}`}>
            <span>{`${SIGNS[kind]} ${words}`}</span>
            <code>{id}</code>
            {index === MAX_ROWS - 1 && rows.length > MAX_ROWS && <span>{`… ${rows.length}`}</span>}
          </p>
        ));
      })}
    </>
  );
}

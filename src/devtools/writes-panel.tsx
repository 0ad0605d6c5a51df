/**
 * The ledger as a list that can be searched by an id, a name, a key or a cause; a slider that shows the app after an
 * earlier write; and the bug report.
 */
import { css } from '@emotion/react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getConversation } from '../conversation/conversation.ts';
import { listMessages } from '../conversation/patches/conversation.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { CopyButton } from './copy-button.tsx';
import type { Write } from './describe-changes.ts';
import { type LedgerLine, writesQuery } from './ledger.ts';
import { lookBack, returnToNow, useLookBack } from './look-back.ts';
import { describePage, type Recording, writeRecording } from './recording.ts';
import { texts } from './texts.ts';

const panel = css({
  padding: '4px 8px',
  '& menu, & p': { display: 'flex', flexWrap: 'wrap', margin: 0, padding: 0 },
  '& menu': { alignItems: 'center', gap: '4px 16px', marginBlock: 4 },
  '& label': { display: 'flex', gap: 4 },
  '& input[type=search]': { inlineSize: 480, maxInlineSize: '100%' },
  '& label:has([type=range])': { flex: '1 1 200px', alignItems: 'center' },
  '& input[type=range]': { flex: 1, minInlineSize: 0 },
  '& ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& ol > li': { paddingBlock: 4, borderBlockEnd: '1px solid var(--line)' },
  '& ul': { margin: 0, paddingInlineStart: 16, color: 'var(--text-muted)' },
  '& p': { columnGap: 4 },
  '& button:has(time)': { fontVariantNumeric: 'tabular-nums', textDecoration: 'underline' },
  '& li[aria-current=true]': { background: 'var(--accent-soft)' },
  '& code': { overflowWrap: 'anywhere' },
});

interface RecordingProps {
  queryClient: QueryClient;
  getRecording: () => Recording;
}

interface WritesPanelProps extends RecordingProps {
  filter: string;
  onFilter: (filter: string) => void;
}

export function WritesPanel({ queryClient, filter, onFilter, getRecording }: WritesPanelProps) {
  const lines = useQuery(writesQuery(), queryClient).data ?? [];
  const past = useLookBack();
  const shown = lines.filter(
    (line) => (filter !== '' || !line.isEcho) && matches(JSON.stringify(line), filter.trim()),
  );
  return (
    <div css={panel}>
      <input
        type="search"
        aria-label={texts.filter}
        placeholder={texts.filter}
        value={filter}
        onChange={({ target }) => onFilter(target.value)}
      />
      <RecordingTools queryClient={queryClient} getRecording={getRecording} />
      <p>{shown.length === 0 ? texts.noWrites : texts.howToAsk}</p>
      <ol>
        {shown.map((line) => (
          <Line
            key={line.number}
            line={line}
            isCurrent={line.number === past?.number}
            onLook={() => lookBack(getRecording(), line.number)}
          />
        ))}
      </ol>
    </div>
  );
}

/** The slider, whose right end is the present, and the bug report. */
function RecordingTools({ queryClient, getRecording }: RecordingProps) {
  const [withTexts, setWithTexts] = useState(false);
  const past = useLookBack();
  const recording = past?.recording ?? getRecording();
  const { first, moments } = recording;
  const now = first + moments.length;
  const number = past?.number ?? now;
  const { kind = '', name = '' } = moments[number - first - 1]?.cause ?? {};
  const shown = past ? `${texts.lookingBack(number)}: ${kind} ${name}` : texts.now;
  const write = () =>
    writeRecording(getRecording(), { withTexts, about: describePage(queryClient) });

  function handleMove(next: number): void {
    if (next === now) returnToNow();
    else lookBack(recording, next);
  }

  return (
    <>
      <menu>
        <label>
          <span>{texts.moment}</span>
          <input
            type="range"
            min={first}
            max={now}
            value={number}
            aria-valuetext={shown}
            onChange={({ target }) => handleMove(target.valueAsNumber)}
          />
        </label>
        <span>{shown}</span>
        {past && (
          <button type="button" onClick={returnToNow}>
            {texts.backToNow}
          </button>
        )}
      </menu>
      <menu>
        <CopyButton label={texts.copyReport} getText={write} />
        <button type="button" onClick={() => save(write())}>
          {texts.saveReport}
        </button>
        <label>
          <input
            type="checkbox"
            checked={withTexts}
            onChange={({ target }) => setWithTexts(target.checked)}
          />
          <span>{texts.withTexts}</span>
        </label>
      </menu>
    </>
  );
}

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  link.download = `duet-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface LineProps {
  line: LedgerLine;
  isCurrent: boolean;
  onLook: () => void;
}

function Line({ line: { at, cause, verdict, latencyMs, writes }, isCurrent, onLook }: LineProps) {
  const details = [verdict, latencyMs !== undefined && `${latencyMs} ms`].filter(Boolean);
  const time = at.slice(11, 23);
  return (
    <li aria-current={isCurrent}>
      <p>
        <button type="button" aria-label={texts.lookAt(time)} onClick={onLook}>
          <time dateTime={at}>{time}</time>
        </button>
        <strong>{cause}</strong>
        <span>{details.join(', ')}</span>
      </p>
      <ul>
        {writes.map((write) => (
          <li key={`${write.key} ${Object.keys(write).join(' ')}`}>
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

/** The filter that shows the history of what was clicked; undefined if it has none. */
export function filterFor(
  queryClient: QueryClient,
  target: EventTarget | null,
): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const find = (selector: string) => target.closest<HTMLElement>(selector);
  const { userId } = find('[data-user-id]')?.dataset ?? {};
  if (userId !== undefined) return find('[data-badge]') ? `unseen ${userId}` : `users ${userId}`;
  const quote = find('[data-of]');
  if (quote) return quote.dataset.of;
  const row = find('[data-key]');
  if (!row) return undefined;
  const ids = idsOf(queryClient, row.dataset.key ?? '');
  if (find('[data-emoji]')) return `${ids} reaction|react`;
  if (find('.meta') && row.dataset.own === 'true') return `${ids} delivered|seen`;
  return ids;
}

/** The row of a message that was sent from here has the outbox's key, and its writes have either. */
function idsOf(queryClient: QueryClient, key: string): string {
  const conversation = getConversation(queryClient, getSelectedUserId() ?? '');
  const messages = conversation ? listMessages(conversation) : [];
  const id = messages.find((message) => message.key === key)?._id;
  return id === undefined ? key : `${id}|${key}`;
}

/** Whether a text has each word of a filter; `a|b` is there if either is. */
export function matches(text: string, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/);
  return words.every((word) => word.split('|').some((one) => text.toLowerCase().includes(one)));
}

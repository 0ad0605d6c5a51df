/** The controls of the page that shows a recording. */
import { css } from '@emotion/react';
import { useState } from 'react';
import { messageOf } from '../../lib/message-of.ts';
import { texts } from '../texts.ts';
import { type Recording, readRecording, writeRecording } from './recording.ts';
import type { Difference } from './replay.ts';

const panel = css({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: 99_999,
  display: 'grid',
  gap: 4,
  padding: '8px 16px',
  maxBlockSize: '50dvh',
  overflow: 'auto',
  borderBlockStart: '1px solid var(--line)',
  background: 'var(--raised)',
  color: 'var(--text)',
  font: 'var(--t-sm)',
  '& label': { display: 'flex', gap: 8, alignItems: 'center' },
  '& input[type=range]': { flex: 1 },
  '& p, & ul': { margin: 0 },
  '& code': { overflowWrap: 'anywhere' },
});

export function ChooseRecording({ onChoose }: { onChoose: (recording: Recording) => void }) {
  const [problem, setProblem] = useState('');

  async function handleFile(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      onChoose(readRecording(await file.text()));
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  return (
    <section css={panel} aria-label={texts.recording}>
      <label>
        <span>{texts.chooseRecording}</span>
        <input
          type="file"
          accept=".jsonl"
          onChange={({ target }) => void handleFile(target.files?.[0])}
        />
      </label>
      <p role="alert">{problem}</p>
    </section>
  );
}

interface ReplayPanelProps {
  recording: Recording;
  differences: readonly Difference[];
  onMove: (count: number) => void;
}

export function ReplayPanel({ recording, differences, onMove }: ReplayPanelProps) {
  const { moments } = recording;
  const [count, setCount] = useState(moments.length);
  const [megabytes] = useState(
    () => new Blob([writeRecording(recording, { withTexts: true })]).size / 1e6,
  );

  function handleMove(next: number): void {
    setCount(next);
    onMove(next);
  }

  return (
    <section css={panel} aria-label={texts.recording}>
      <label>
        <span>{texts.moment}</span>
        <input
          type="range"
          min={0}
          max={moments.length}
          value={count}
          aria-valuetext={describeMoment(recording, count)}
          onChange={({ target }) => handleMove(target.valueAsNumber)}
        />
      </label>
      <p>
        {`${describeMoment(recording, count)} · ${texts.recordingSize(moments.length, megabytes)}`}
      </p>
      <p>{differences.length === 0 ? texts.sameEffect : texts.otherEffect(differences.length)}</p>
      <ul>
        {differences.map(({ moment, event, key }) => (
          <li key={`${moment} ${key}`}>
            <button type="button" onClick={() => handleMove(moment)}>
              {moment}
            </button>
            <span>{` ${event} `}</span>
            <code>{key}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeMoment({ moments }: Recording, count: number): string {
  const moment = moments[count - 1];
  if (!moment) return texts.beginning;
  const { at, cause, changes } = moment;
  const keys = changes.map(({ queryKey }) => queryKey.join(' ')).join(', ');
  const time = new Date(at).toISOString().slice(11, 23);
  return `${count}: ${time} ${cause.kind} ${cause.name ?? ''} ${keys}`;
}

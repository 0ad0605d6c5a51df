/** What can be done with the recording of this window: look at earlier moments, save it, report a bug. */
import { css } from '@emotion/react';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeForReport } from '../bug-report.ts';
import { texts } from '../texts.ts';
import { showInNewWindow } from './hand-over.ts';
import { type Recording, writeRecording } from './recording.ts';

const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  margin: '4px 0',
  padding: 0,
  '& button': {
    padding: '4px 12px',
    borderRadius: 'var(--r-s)',
    border: '1px solid var(--control)',
  },
});

interface RecordingToolsProps {
  queryClient: QueryClient;
  getRecording: () => Recording;
}

export function RecordingTools({ queryClient, getRecording }: RecordingToolsProps) {
  const [withTexts, setWithTexts] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const canCopy = 'clipboard' in navigator;

  async function handleCopy(): Promise<void> {
    await navigator.clipboard.writeText(describeForReport(queryClient));
    setIsCopied(true);
  }

  return (
    <menu css={tools}>
      <button type="button" onClick={() => showInNewWindow(getRecording())}>
        {texts.lookBack}
      </button>
      <button type="button" onClick={() => save(writeRecording(getRecording(), { withTexts }))}>
        {texts.saveRecording}
      </button>
      <label>
        <input
          type="checkbox"
          checked={withTexts}
          onChange={({ target }) => setWithTexts(target.checked)}
        />
        <span>{texts.withTexts}</span>
      </label>
      <button
        type="button"
        disabled={!canCopy}
        title={canCopy ? undefined : texts.copyNeedsHttps}
        onClick={() => void handleCopy()}
      >
        {isCopied ? texts.copied : texts.copyReport}
      </button>
    </menu>
  );
}

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  link.download = `duet-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}

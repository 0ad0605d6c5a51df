/**
 * The page `/#replay`: shows the app at each moment of a recording, without network, storage or session. The recording is
 * handed over by the window that opened the page, or chosen as a file.
 */
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { removeData, withCause, writeData } from '../../cache/write.ts';
import { loadQueryClient } from '../../load-signed-in.ts';
import { clearUnseen, restoreUnseen } from '../../stores/unseen.ts';
import { REPLAY_HASH, receiveRecording } from './hand-over.ts';
import { isolatePage } from './isolate.ts';
import { type Change, entriesAfter, type Recording, type View, viewAfter } from './recording.ts';
import { ChooseRecording, ReplayPanel } from './replay-panel.tsx';
import { withPicturesFromBlobs } from './replayed-pictures.ts';

/** Resolves once the cache has the first moment: then the app can start. */
export async function openReplay(): Promise<void> {
  isolatePage();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const recording = await new Promise<Recording>((resolve) => {
    receiveRecording((handedOver) => resolve(withPicturesFromBlobs(handedOver)));
    root.render(<ChooseRecording onChoose={(chosen) => resolve(withPicturesFromBlobs(chosen))} />);
  });
  // It uses the stores, too: before the app shows them.
  const { replay } = await import('./replay.ts');
  const differences = replay(recording);
  const queryClient = await loadQueryClient();
  const show = pinEntries(queryClient, recording);
  show(recording.moments.length);
  openConversation(recording.end);
  root.render(<ReplayPanel recording={recording} differences={differences} onMove={show} />);
}

/** The entries stay as they were at the moment that is shown, whatever the app does. */
function pinEntries(queryClient: QueryClient, recording: Recording): (count: number) => void {
  let pinned: ReadonlyMap<string, Change> = new Map();
  let isWriting = false;

  function write(run: () => void): void {
    isWriting = true;
    withCause({ kind: 'devtools', name: 'replay' }, run);
    isWriting = false;
  }

  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const entry = pinned.get(query.queryHash);
    if (isWriting || type !== 'updated' || !entry || query.state.data === entry.data) return;
    write(() => writeData(queryClient, entry.queryKey, entry.data));
  });

  return (count) => {
    const before = pinned;
    pinned = new Map(
      [...entriesAfter(recording, count).values()].map((entry) => [hashKey(entry.queryKey), entry]),
    );
    write(() => {
      for (const [hash, { queryKey }] of before)
        if (!pinned.has(hash)) removeData(queryClient, { queryKey, exact: true });
      for (const [hash, entry] of pinned)
        if (before.get(hash)?.data !== entry.data)
          writeData(queryClient, entry.queryKey, entry.data);
    });
    clearUnseen();
    restoreUnseen([...viewAfter(recording, count).unseen]);
  };
}

/** The one that was open. The developer may open others. */
function openConversation({ selectedUserId }: View): void {
  if (selectedUserId === null) return;
  history.replaceState(null, '', `/?with=${encodeURIComponent(selectedUserId)}${REPLAY_HASH}`);
}

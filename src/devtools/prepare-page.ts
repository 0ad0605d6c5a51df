/** What the address asks for before the app starts: faults, or a recording in place of the server. */
import { readPageHeader } from './page-header.ts';
import { REPLAY_HASH } from './recording/hand-over.ts';

export async function preparePage(hash: string): Promise<void> {
  if (readPageHeader('devtools') === 'off') return;
  if (hash === REPLAY_HASH) {
    const { openReplay } = await import('./recording/open-replay.tsx');
    await openReplay();
  } else {
    const { installLab } = await import('./lab/install.ts');
    installLab(hash);
  }
}

/** The server of two people, as a process that can be killed, and put back to an earlier state. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '../../../server/backup/back-up.ts';
import { runProgram } from '../run-program.ts';
import { startServerProcess } from '../server-process.ts';
import type { Subject } from './play.ts';

/** With a data folder of its own, or with the database of the settings, which cannot be put back here. */
export async function startSubject(
  settings: Record<string, string> = {},
): Promise<Subject & { dispose(): Promise<void> }> {
  const server = await startServerProcess({ CORS_ORIGINS: location.origin, ...settings });
  const folder = await mkdtemp(join(tmpdir(), 'duet-two-'));
  const backup = join(folder, 'backup');

  async function crash(): Promise<void> {
    await server.kill();
    await server.start();
  }

  /** To the state of the last time, or of a moment ago. */
  async function restore(): Promise<void> {
    await backUp(server.dataDir, backup);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.kill();
    const { code, output } = await runProgram('restore', [backup, '--replace'], {
      DATA_DIR: server.dataDir,
    });
    if (code !== 0) throw new Error(`The backup was not restored: ${output}`);
    await rm(backup, { recursive: true });
    await server.start();
  }

  return {
    url: server.url,
    crash,
    ...(settings.DATABASE_URL === undefined && { restore }),
    async dispose() {
      await server.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

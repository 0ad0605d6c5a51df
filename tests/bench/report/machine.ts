/** The machine a run was made on, as far as it explains the figures. */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { median } from '../statistics.ts';
import { formatNumber } from './markdown.ts';

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  return [
    `${availableParallelism()} cores (${model})`,
    `${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `fsync ${formatNumber(measureFsync())} ms`,
    `${platform()} ${arch()} ${release()}`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite}`,
  ].join(', ');
}

/** Median of appending a page and making it durable, in ms. */
function measureFsync(): number {
  const directory = mkdtempSync(join(tmpdir(), 'duet-bench-'));
  const file = openSync(join(directory, 'probe'), 'a');
  const page = Buffer.alloc(4_096);
  const times = Array.from({ length: 200 }, () => {
    const began = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  rmSync(directory, { recursive: true });
  return median(times);
}

/** The commit that was measured, marked when files differ from it; empty outside a repository. */
export function describeVersion(): string {
  const git = (...parameters: string[]) =>
    spawnSync('git', parameters, { cwd: import.meta.dirname, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short', 'HEAD');
  if (status !== 0) return '';
  const isChanged = git('status', '--porcelain', ':/server', ':/src', ':/routes').stdout !== '';
  return ` at commit ${stdout.trim()}${isChanged ? ' with changes' : ''}`;
}

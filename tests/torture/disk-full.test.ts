/**
 * The disk of the data folder is full while people write, and has room again: a file system of 64 MB of its own, for
 * which it takes root on Linux. Elsewhere these tests are left out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePerson, register } from '../support/backends.ts';
import { countMissing, gatherPeople } from '../support/many-people.ts';
import { makeDataUrl, makePngOf } from '../support/pictures.ts';
import { runProgram } from '../support/run-program.ts';
import { startServerProcess } from '../support/server-process.ts';

const DISK_BYTES = 64 * 1024 * 1024;
const CALM_MS = 4_000;
const FULL_MS = 15_000;
/** A full disk is not to be filled by the log. */
const MOST_LOG_BYTES = 50_000;

function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'duet-disk-'));
  const image = `${folder}.img`;
  execFileSync('truncate', ['-s', `${DISK_BYTES}`, image]);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  execFileSync('mount', ['-o', 'loop', image, folder]);
  return folder;
}

function unmountDisk(folder: string): void {
  spawnSync('umount', ['-l', folder]);
  rmSync(`${folder}.img`, { force: true });
  rmSync(folder, { recursive: true, force: true });
}

function canMount(): boolean {
  try {
    unmountDisk(mountDisk());
    return true;
  } catch {
    console.log(
      'A disk that is full is not tested: this user may not mount one (ext4 on a loop device).',
    );
    return false;
  }
}

const TEXT_REFUSED =
  '503 The disk of the server is full, so nothing was saved. Please try again later.';
const PICTURE_REFUSED =
  '413 The disk of the server is full, so the picture was not saved. It can be sent when whoever runs the server has made room; texts still go out.';

/** One person with another one: what a text, a picture and reading are answered. */
async function meet(url: string) {
  const [own, other] = [
    await register({ url }, makePerson('One')),
    await register({ url }, makePerson('Other')),
  ];
  const ask = async (path: string, content?: object) => {
    const answer = await fetch(`${url}/api/v1/messages/${path}`, {
      method: content ? 'POST' : 'GET',
      headers: { token: own.token, 'content-type': 'application/json' },
      ...(content && { body: JSON.stringify(content) }),
    });
    const { message }: { message?: string } = await answer.json();
    return answer.ok ? 'done' : `${answer.status} ${message}`;
  };
  return {
    sendText: () => ask(`send/${other.id}`, { text: 'Hello' }),
    sendPicture: () => ask(`send/${other.id}`, { image: makeDataUrl(makePngOf(200_000)) }),
    read: () => ask(`${other.id}`),
  };
}

/** A file that takes all of the disk but `leave` bytes. */
async function fill(disk: string, leave: number) {
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave))).catch(() => {});
  return {
    /** What was written meanwhile takes none of what is left. */
    adjust(): void {
      const free = statfsSync(disk).bavail * bsize;
      if (free < leave) truncateSync(filler, statSync(filler).size - (leave - free));
    },
    makeRoom: () => rm(filler),
  };
}

describe.skipIf(!canMount())('A disk of 64 MB', () => {
  test.each([
    { what: 'texts and pictures', leave: 0 },
    { what: 'texts and pictures, for which alone there is no room,', leave: 2_000_000 },
  ])(
    'that is full loses none of $what, and all goes on when there is room',
    async ({ what, leave }) => {
      const disk = mountDisk();
      onTestFinished(() => unmountDisk(disk));
      const dataDir = join(disk, 'data');
      const server = await startServerProcess({ DATA_DIR: dataDir });
      onTestFinished(server.dispose);
      const people = await gatherPeople(server.url, { pictureEvery: 10 });
      onTestFinished(people.close);
      const readHealth = async () => (await fetch(`${server.url}/healthz`)).text();
      const health = new Set<string>();
      const answers = { sendText: new Set<string>(), sendPicture: new Set<string>() };
      const pair = await meet(server.url);
      await sleep(CALM_MS);

      const logBefore = server.readOutput().length;
      const filler = await fill(disk, leave);
      for (const end = performance.now() + FULL_MS; performance.now() < end; await sleep(200)) {
        filler.adjust();
        health.add(await readHealth());
        answers.sendText.add(await pair.sendText());
        answers.sendPicture.add(await pair.sendPicture());
        expect(await pair.read()).toBe('done');
      }
      const sentWhileFull = people.listSent().length;
      const backup = await runProgram('backup', [join(disk, 'backup')], { DATA_DIR: dataDir });
      await filler.makeRoom();
      const roomAt = performance.now();
      while (people.listSent().length === sentWhileFull) await sleep(5);
      const firstMs = Math.round(performance.now() - roomAt);
      await expect.poll(readHealth).toBe('{"status":"ok"}');
      const healthMs = Math.round(performance.now() - roomAt);
      const logBytes = server.readOutput().length - logBefore;
      await sleep(CALM_MS);
      const outcome = await people.finish();
      console.log(
        what,
        JSON.stringify({ ...outcome, firstMs, healthMs, logBytes, health: [...health], backup }),
      );

      expect(outcome).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0, notInWindow: 0 });
      expect(await countMissing(server.url, people.listSent())).toEqual({
        messages: 0,
        pictures: 0,
      });
      const files = readdirSync(dataDir, { recursive: true }).map(String);
      expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
      expect(backup.output).toMatch(
        backup.code === 0 ? /^Copied / : /is full, so nothing was copied/,
      );
      expect(logBytes).toBeLessThan(MOST_LOG_BYTES);
      expect(server.readOutput()).not.toMatch(/Warning:/);
      if (leave > 0) {
        // Texts have gone on, and the refusals were those of pictures.
        expect([...answers.sendText]).toEqual(['done']);
        expect([...answers.sendPicture]).toEqual([PICTURE_REFUSED]);
        expect(outcome.longestMs).toBeLessThan(FULL_MS);
        expect(outcome.refused).toBeGreaterThan(0);
        expect([...health]).toContain('{"status":"degraded","missing":["pictures"]}');
      } else {
        expect(outcome.longestMs).toBeGreaterThan(FULL_MS / 2);
        expect([...health]).toContain('{"status":"failed","missing":["store"]}');
        expect([...answers.sendText]).toContain(TEXT_REFUSED);
        // Before a picture is saved its bytes are counted, which takes a commit: the log may have room for that, or not.
        for (const each of answers.sendPicture)
          expect([PICTURE_REFUSED, TEXT_REFUSED]).toContain(each);
      }
    },
  );

  test('that is full and holds no database says so at the start, which may be tried again', async () => {
    const disk = mountDisk();
    onTestFinished(() => unmountDisk(disk));
    const dataDir = join(disk, 'data');
    await mkdir(dataDir);
    const filler = await fill(disk, 0);
    await writeFile(join(disk, 'rest'), Buffer.alloc(100_000)).catch(() => {});
    const { code, output } = await runProgram('', [], { DATA_DIR: dataDir, PORT: '0' });
    expect(output).toMatch(/^The disk that holds .* is full/m);
    expect(code).toBe(1);
    await rm(join(disk, 'rest'), { force: true });
    await filler.makeRoom();
    const server = await startServerProcess({ DATA_DIR: dataDir });
    expect(await server.stop()).toBe(0);
    await server.dispose();
  });

  test('that is full up to the reserve lets people read, log in and read again after a restart', async () => {
    const disk = mountDisk();
    onTestFinished(() => unmountDisk(disk));
    const server = await startServerProcess({ DATA_DIR: join(disk, 'data') });
    onTestFinished(server.dispose);
    const { sendText, sendPicture, read } = await meet(server.url);
    expect([await sendText(), await sendPicture()]).toEqual(['done', 'done']);
    const filler = await fill(disk, 400_000);
    expect(await server.stop()).toBe(0);
    // Resolves when the server is healthy: not before there is room.
    const healthy = server.start();
    await expect.poll(() => read().catch(() => 'not yet')).toBe('done');
    await meet(server.url);
    await expect.poll(sendText).toBe(TEXT_REFUSED);
    expect([await sendPicture(), await read()]).toEqual([PICTURE_REFUSED, 'done']);
    await filler.makeRoom();
    await healthy;
    expect(await sendText()).toBe('done');
    expect(await sendPicture()).toBe('done');
  });
});

/** A backup while people go on writing, and a server that goes on from it. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../server/backup/back-up.ts';
import { readLastBackup } from '../../server/store/files.ts';
import type { Message } from '../../src/protocol/entities.ts';
import type { OwnUserResponse } from '../../src/protocol/http.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { runProgram, startProgram } from '../support/run-program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { askFor, call, readConversation, send, signUp } from './support/calls.ts';

let server: TestServer;
let folder: string;
beforeEach(async () => {
  folder = await makeFolder();
  server = await startServer();
});
afterEach(() => server.close());

describe('npm run backup', () => {
  test('copies all that was acknowledged before it, while more is written', async () => {
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const before: Message[] = [];
    for (let number = 0; number < 20; number += 1) {
      const picture = { image: makeDataUrl(makePng(number + 1, 4)) };
      before.push(await send(server.url, ada, grace, number % 5 ? `Message ${number}` : picture));
    }
    let isDone = false;
    const writing = (async () => {
      for (let number = 0; !isDone; number += 1) {
        const picture = { image: makeDataUrl(makePng(8, 8)) };
        await send(server.url, grace, ada, number % 2 ? `Meanwhile ${number}` : picture);
      }
    })();
    const target = join(folder, 'copy');
    const started = Date.now();
    const { code, output } = await runProgram('backup', [target], { DATA_DIR: server.dataDir });
    isDone = true;
    await writing;
    expect(output).toContain(`to ${target}.`);
    expect(code).toBe(0);

    expect(readLastBackup(server.dataDir)).toBeGreaterThanOrEqual(started);
    expect(readLastBackup(target)).toBeUndefined();

    const restored = await startServer({ dataDir: target });
    const { messages } = await readConversation(restored.url, ada, grace);
    const copied = messages.filter(({ senderId }) => senderId === ada.id);
    expect(copied.map(({ _id, text, image }) => ({ _id, text, image }))).toEqual(
      before.map(({ _id, text, image }) => ({ _id, text, image })),
    );
    for (const { image } of messages.filter((message) => message.image !== undefined)) {
      const picture = await fetch(restored.url + image);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    await send(restored.url, ada, grace, 'Going on');
    await restored.close();
  });

  test('has the profile picture that is replaced just after the database was copied', async () => {
    const ada = await signUp(server.url, 'Ada');
    const save = (profilePic: string) =>
      call(server.url, 'PUT', '/auth/update-profile', {
        token: ada.token,
        body: { fullName: 'Ada', bio: 'Here', profilePic },
      });
    await save(makeDataUrl(makePng(4, 4)));
    const copy = join(folder, 'copy');
    const copying = backUp(server.dataDir, copy);
    const database = join(copy, 'duet.db.part');
    while (!statSync(database, { throwIfNoEntry: false })?.size) await setImmediate();
    // As the server deletes it.
    const pictures = join(server.dataDir, 'pictures');
    for (const entry of readdirSync(pictures, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) rmSync(join(entry.parentPath, entry.name));
    }
    await copying;

    const restored = await startServer({ dataDir: copy });
    const { user } = await askFor<OwnUserResponse>(restored.url, 'GET', '/auth/check', ada);
    expect((await fetch(restored.url + user.profilePic)).status).toBe(200);
    await restored.close();
  });

  test('leaves nothing that can be taken for a copy when it is killed among the pictures', async () => {
    const pictures = join(server.dataDir, 'pictures', 'ab');
    await mkdir(pictures, { recursive: true });
    const names = Array.from({ length: 5_000 }, (_, index) => join(pictures, `${index}.png`));
    await Promise.all(names.map((name) => writeFile(name, 'picture')));
    const target = join(folder, 'copy');
    const { child, ended } = startProgram('backup', [target], { DATA_DIR: server.dataDir });
    while (!existsSync(join(target, 'pictures', 'ab'))) {
      expect(child.exitCode).toBeNull();
      await setImmediate();
    }
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();

    expect((await readdir(target)).toSorted()).toEqual(['duet.db.part', 'pictures']);
    await expect(startServer({ dataDir: target })).rejects.toThrow(
      `${target} holds a backup that was broken off`,
    );
    await expect(backUp(target, join(folder, 'another'))).rejects.toThrow('There is no database');
    await expect(backUp(server.dataDir, target)).rejects.toThrow('is not empty');
  });

  test.skipIf(process.platform === 'win32')('is its owner’s alone', async () => {
    const target = join(folder, 'copy');
    await mkdir(target, { mode: 0o755 });
    await mkdir(join(server.dataDir, 'pictures', 'ab'), { recursive: true });
    await writeFile(join(server.dataDir, 'pictures', 'ab', 'x.png'), 'picture');
    await backUp(server.dataDir, target);
    for (const name of await readdir(target)) {
      expect((await stat(join(target, name))).mode & 0o077, name).toBe(0);
    }
  });
});

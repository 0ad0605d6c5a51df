/** What is deleted for both is nowhere in the data folder any more: neither in the database, its log, nor the pictures. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';

/** Files of the folder that hold one of the texts. */
async function findTexts(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
      return texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`);
    }),
  );
  return found.flat();
}

async function listPictures(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((name) => /\.(png|jpg)$/.test(name));
}

test('What is deleted is not in any file, however long it was and however often it was edited', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const { url, dataDir } = server;
  const act = ({ token }: Member, what: string, { _id }: Message, body: object = {}) =>
    call(url, 'PUT', `/messages/${what}/${_id}`, { token, body });
  const [ada, grace] = [await signUp(url, 'Ada'), await signUp(url, 'Grace')];
  // Short ones share pages with others; a long one has pages of its own.
  const secrets = Array.from({ length: 20 }, (_, index) => `secret-${index}-`);
  const deleted = await Promise.all(
    secrets.map(async (secret, index) => {
      const text = index % 10 === 9 ? `${secret}${'x'.repeat(9_000)}` : `${secret} words`;
      await send(url, grace, ada, `kept-${index}-`);
      return send(url, ada, grace, text);
    }),
  );
  // Some grow, so that pages are divided.
  await Promise.all(
    deleted.map(async (message, index) => {
      if (index % 3 !== 0) return;
      const text = `${secrets[index]}${'y'.repeat(700)}`;
      await act(ada, 'edit', message, { text, version: 0 });
      await act(grace, 'react', message, { emoji: '👍' });
    }),
  );
  deleted.push(await send(url, ada, grace, { image: makeDataUrl(makePng(8, 8)) }));
  expect(await listPictures(dataDir)).toHaveLength(1);
  expect(await findTexts(dataDir, secrets)).not.toEqual([]);

  await Promise.all(deleted.map((message) => act(ada, 'delete', message)));

  expect(await listPictures(dataDir)).toEqual([]);
  await expect.poll(() => findTexts(dataDir, secrets)).toEqual([]);
  expect(await findTexts(dataDir, ['kept-19-'])).not.toEqual([]);
});

/** What `npm run usage` tells of a data folder; of PostgreSQL in `cluster/pictures.test.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeUsage, measureFolder } from '../../server/usage/usage.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';
import { call, send, signUp } from './support/calls.ts';

test('Usage is told by kind and person, the largest first, while the server runs, without control characters', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const ada = await signUp(server.url, 'Ada');
  const grace = await signUp(server.url, 'Grace \u{1b}[31m');
  await send(server.url, ada, grace, 'Grüße');
  await send(server.url, ada, grace, { image: makeDataUrl(makePng(40, 40)) });
  await call(server.url, 'PUT', '/auth/update-profile', {
    token: grace.token,
    body: { fullName: 'Grace', bio: 'New', profilePic: makeDataUrl(makePng(4, 4)) },
  });
  const unnamed = join(server.dataDir, 'pictures', 'ab', `ab${'0'.repeat(30)}.png`);
  await mkdir(join(unnamed, '..'), { recursive: true });
  await writeFile(unnamed, 'x'.repeat(5_000_000));
  await writeFile(join(server.dataDir, 'duet-schema-1.db'), 'x'.repeat(2_000_000));

  const usage = measureFolder(server.dataDir);
  const byName = Object.fromEntries(usage.people.map((person) => [person.name, person]));
  expect(byName.Ada).toMatchObject({ messages: 2, textBytes: 7, pictures: 1 });
  expect(byName.Grace).toMatchObject({ messages: 0, textBytes: 0, pictures: 1 });
  const bytesOf = Object.fromEntries(usage.kinds.map(({ what, bytes }) => [what, bytes]));
  expect(bytesOf).toMatchObject({
    'pictures that nothing names': 5_000_000,
    'duet-schema-1.db': 2_000_000,
    pictures: (byName.Ada?.pictureBytes ?? 0) + (byName.Grace?.pictureBytes ?? 0),
  });
  expect(bytesOf['duet.db']).toBeGreaterThan(0);

  const lines = [...describeUsage(usage, 1)];
  expect(lines.join('\n')).toMatch(/5\.0 MB {3}deleted about a week/);
  expect(lines.at(-2)).toMatch(/^Ada <person.*> .* 1 of {4}0\.0 MB +2$/);
  expect(lines.at(-1)).toBe('and 1 more people');
  const person = { messages: 0, textBytes: 0, pictures: 0, pictureBytes: 0 };
  const people = [{ ...person, name: 'Eve\u{1b}[31m', email: 'eve@example.org' }];
  expect([...describeUsage({ kinds: [], people }, 1)].join('')).not.toContain('\u{1b}');
  const folder = join(server.dataDir, 'nowhere');
  expect(() => measureFolder(folder)).toThrow(`There is no database in ${folder}.`);
});

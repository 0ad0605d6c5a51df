/** The environment: what it means, and how a mistake in it is named. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, listVariables, readConfig } from '../../server/config.ts';
import { findMisspelt } from '../../server/start-notices.ts';
import { makeFolder } from '../support/make-folder.ts';

describe('The configuration', () => {
  test('needs no variable, and an empty one is none', () => {
    expect(readConfig({ PORT: '', HOST: ' ' })).toEqual(readConfig({}));
  });

  test('lets nodes hear of one another only where they share a database, and pages of other sites in only where pictures name this server', () => {
    expect(() => readConfig({ REDIS_URL: 'redis://localhost' })).toThrow('REDIS_URL needs');
    const DATABASE_URL = 'postgres://localhost/duet';
    for (const REDIS_URL of ['redis://localhost', 'rediss://:%C3%A4@[::1]:6379/', 'redis://r/3']) {
      expect(readConfig({ REDIS_URL, DATABASE_URL })).toMatchObject({ REDIS_URL });
    }
    expect(() => readConfig({ CORS_ORIGINS: '*' })).toThrow('CORS_ORIGINS needs PUBLIC_URL');
    const PUBLIC_URL = 'https://chat.example.org';
    expect(readConfig({ CORS_ORIGINS: '*', PUBLIC_URL })).toMatchObject({ PUBLIC_URL });
  });

  test('reads each variable', () => {
    expect(
      readConfig({
        PORT: '8080',
        PUBLIC_URL: 'https://chat.example.org/',
        CORS_ORIGINS: 'https://a.example.org, http://localhost:5173',
        TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fd00::/8',
        RATE_LIMITS: 'off',
      }),
    ).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'https://chat.example.org',
      CORS_ORIGINS: ['https://a.example.org', 'http://localhost:5173'],
      TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      RATE_LIMITS: false,
    });
  });

  test('knows what was meant by a name that is nearly one of its own, and leaves others alone', () => {
    const meant = (name: string) => findMisspelt({ [name]: 'x' }).map((each) => each.meant);
    for (const [name, known] of [
      ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
      ['DATADIR', 'DATA_DIR'],
      ['LOG_LEVLE', 'LOG_LEVEL'],
      ['public_url', 'PUBLIC_URL'],
    ] as const) {
      expect(meant(name)).toEqual([known]);
    }
    const others = ['PATH', 'HOSTNAME', 'POSTGRES_PASSWORD', 'PUBLIC_API_URL'];
    for (const name of [...others, ...listVariables()]) {
      expect(meant(name), name).toEqual([]);
    }
  });

  test.each([
    ['PORT', '65536'],
    ['PUBLIC_URL', 'chat.example.org'],
    ['PUBLIC_URL', 'https://chat.example.org/path'],
    ['CORS_ORIGINS', 'https://a.example.org/'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/08'],
    ['RATE_LIMITS', 'no'],
    ['SENDS_PER_MINUTE', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is %j', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must be .+; it is "${value.replace('/', '.')}"\\.$`));
  });

  test.each([
    ['DATABASE_URL', 'mysql://duet:hunter2@localhost/duet'],
    ['DATABASE_URL', 'hunter2'],
    ['REDIS_URL', 'http://:hunter2@localhost'],
    ['REDIS_URL', 'redis://:hunter2@localhost/abc'],
  ])('names %s without repeating the password in it', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(new RegExp(`^${name} must be an address such as `));
    expect(read).not.toThrow(/hunter2/);
  });

  test('reads addresses with passwords from files, as secrets of containers come', async () => {
    const database = join(await makeFolder(), 'database');
    const url = 'postgres://duet:hunter2@localhost/duet';
    writeFileSync(database, `${url}\n`);
    const environment = { DATABASE_URL_FILE: database };
    expect(readConfig(environment)).toMatchObject({ DATABASE_URL: url });
    expect(() => readConfig({ ...environment, DATABASE_URL: url })).toThrow(
      'DATABASE_URL and DATABASE_URL_FILE are both set: unset one.',
    );
    writeFileSync(database, '\n');
    expect(() => readConfig(environment)).toThrow(
      `DATABASE_URL_FILE names ${database}, which is empty`,
    );
    rmSync(database);
    expect(() => readConfig(environment)).toThrow(
      `DATABASE_URL_FILE names ${database}, which cannot be read (ENOENT).`,
    );
    writeFileSync(database, 'mysql://duet:hunter2@localhost/duet');
    expect(() => readConfig(environment)).not.toThrow(/hunter2/);
  });

  test('has the names and the defaults of the table in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const [, table = ''] = readme.split(/<!-- \/?settings -->\n/);
    const rows = [...table.matchAll(/^\| `(\w+)` \| (?:none|`(.+)`) \| \S.+ \|$/gm)];
    expect(table.trim().split('\n')).toHaveLength(rows.length + 2);
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(readConfig({})));
    const defaults = Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value]));
    expect(readConfig(defaults)).toEqual(readConfig({}));
  });
});

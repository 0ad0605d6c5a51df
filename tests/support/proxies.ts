/** Real reverse proxies with the configurations of `docs/running.md`, in front of a server of the test's. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngineProcess } from './engine-process.ts';
import { PROGRAMS } from './engines.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/running.md');
/** Where the document's configurations expect the server. */
const DOCUMENTED_SERVER = '127.0.0.1:3000';

export type ProxyName = 'nginx' | 'Caddy' | 'HAProxy';

interface Place {
  folder: string;
  /** Where the proxy listens on 127.0.0.1. */
  port: number;
  certificate: string;
  key: string;
}

interface Kind {
  /** Of the block of code in the document. */
  language: string;
  program: string | undefined;
  /** Writes the documented text with the test's ports and certificate, and returns the program's arguments. */
  prepare(text: string, place: Place): string[];
}

const KINDS: Record<ProxyName, Kind> = {
  nginx: {
    language: 'nginx',
    program: PROGRAMS.nginx,
    prepare(text, { folder, port, certificate, key }) {
      const site = replaceAll(text, [
        ['listen 443', `listen 127.0.0.1:${port}`],
        ['/etc/ssl/chat.example.org.crt', certificate],
        ['/etc/ssl/chat.example.org.key', key],
        ['chat.example.org', 'localhost'],
      ]);
      const file = join(folder, 'nginx.conf');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(folder, name)};`)
        .join('\n');
      writeFileSync(
        file,
        `daemon off; pid ${join(folder, 'pid')}; error_log stderr;
        ${process.getuid?.() === 0 ? 'user root;' : ''}
        events {}
        http { access_log off; ${temporary}
        ${site} }`,
      );
      return ['-c', file, '-p', folder, '-e', 'stderr'];
    },
  },
  Caddy: {
    language: 'caddyfile',
    program: PROGRAMS.caddy,
    prepare(text, { folder, port, certificate, key }) {
      const site = replaceAll(text, [
        ['chat.example.org {', `https://localhost:${port} {\n\ttls ${certificate} ${key}`],
      ]);
      const file = join(folder, 'Caddyfile');
      writeFileSync(
        file,
        `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\tauto_https disable_redirects\n}\n${site}`,
      );
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
  HAProxy: {
    language: 'haproxy',
    program: PROGRAMS.haproxy,
    prepare(text, { folder, port, certificate, key }) {
      const pair = join(folder, 'pair.pem');
      writeFileSync(pair, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
      const file = join(folder, 'haproxy.cfg');
      const site = replaceAll(text, [
        ['bind :443', `bind 127.0.0.1:${port}`],
        ['/etc/haproxy/chat.example.org.pem', pair],
      ]);
      writeFileSync(file, site);
      return ['-db', '-f', file];
    },
  },
};

/** Resolves when it answers. `server` is the origin of the server behind it. */
export async function startProxy(name: ProxyName, port: number, server: string) {
  const { language, program, prepare } = KINDS[name];
  if (program === undefined) throw new Error(`There is no ${name} here.`);
  const folder = mkdtempSync(join(tmpdir(), 'duet-proxy-'));
  // Its workers may run as somebody else.
  chmodSync(folder, 0o755);
  const text = replaceAll(readDocumented(language), [[DOCUMENTED_SERVER, new URL(server).host]]);
  const args = prepare(text, { folder, port, ...makeCertificate(folder) });
  const proxy = createEngineProcess({
    program: '/usr/bin/env',
    args: [`XDG_CONFIG_HOME=${folder}`, `XDG_DATA_HOME=${folder}`, program, ...args],
    lastSignal: 'SIGTERM',
    ping: () => ping(port),
  });
  const dispose = async () => {
    await proxy.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await proxy.start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return { dispose };
}

/** The one block of this language in the document. */
function readDocumented(language: string): string {
  const blocks = readFileSync(DOCUMENT, 'utf8').split(`\`\`\`${language}\n`);
  const [text = ''] = blocks[1]?.split('```') ?? [];
  if (blocks.length !== 2 || text === '') {
    throw new Error(`docs/running.md has not one block of ${language}.`);
  }
  return text;
}

/** Each has to be there, so that no change of the document goes past the test. */
function replaceAll(text: string, pairs: ReadonlyArray<readonly [string, string]>): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration has no "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

function makeCertificate(folder: string): { certificate: string; key: string } {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  execFileSync(
    PROGRAMS.openssl ?? 'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false };
    get({ ...options, port, path: '/livez' }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`It answers ${answer.statusCode}.`));
    }).once('error', reject);
  });
}

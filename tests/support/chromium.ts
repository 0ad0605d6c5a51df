/**
 * Where the browser of the tests is: CHROMIUM_PATH, or the one that comes as a package, unpacked once
 * beside the other caches in node_modules. Needs nothing installed on the machine.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

interface InstalledChromium {
  executablePath: string;
  /** Variables that the browser needs beside those of this process. */
  env: Record<string, string>;
}

export function installChromium(): InstalledChromium {
  const own = process.env.CHROMIUM_PATH;
  if (own) return { executablePath: own, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'Set CHROMIUM_PATH to a Chromium or Chrome: the packaged one is for Linux x64.',
    );
  }
  const version = manifest.devDependencies['@sparticuz/chromium'];
  const directory = join(root, 'node_modules/.cache', `chromium-${version}`);
  if (!existsSync(directory)) unpackInto(directory);
  return {
    executablePath: join(directory, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(directory, 'al2023/lib'),
      // The packaged configuration names the font's place on a serverless host.
      FONTCONFIG_FILE: writeFontConfig(directory),
    },
  };
}

/** Appears as a whole or not at all, also when two runs begin at once or one is stopped half way. */
function unpackInto(directory: string): void {
  mkdirSync(dirname(directory), { recursive: true });
  const fresh = mkdtempSync(`${directory}-`);
  const script = join(root, 'tests/support/unpack-chromium.ts');
  const run = spawnSync(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    encoding: 'utf8',
  });
  if (run.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The packaged Chromium could not be unpacked: ${run.stderr}`);
  }
  try {
    renameSync(fresh, directory);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
}

/** Written anew where it names another place: node_modules may have been moved or copied. */
function writeFontConfig(directory: string): string {
  const path = join(directory, 'fonts.conf');
  const place = realpathSync(directory);
  const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(place, 'fonts')}</dir>
  <cachedir>${join(place, 'font-cache')}</cachedir>
</fontconfig>
`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== config) writeFileSync(path, config);
  return path;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';
import { DEADLINE_MS } from '../../src/api/deadline.ts';
import type { BootPlan } from '../../src/boot/boot-plan.ts';
import { API_PREFIX, paths, TOKEN_HEADER } from '../../src/protocol/http.ts';
import { PREFERENCES_KEY, SELECTION_KEY, TOKEN_KEY } from '../../src/stores/storage-keys.ts';

/** Modules whose chunks a screen imports, by how the importing code names them. */
const MODULES = {
  login: ['login.tsx?tsr-split'],
  home: ['_authenticated.tsx?tsr-split', '_authenticated.index.tsx?tsr-split'],
  profile: ['_authenticated.tsx?tsr-split', '_authenticated.profile.tsx?tsr-split'],
  conversation: ['conversation.tsx', 'about/info-panel.tsx'],
};
/** Every signed-in screen imports these as well. */
const DATA = ['query-client.ts', 'queries/session-life.ts', 'queries/stored/restore.ts'];

const SHELL = '<div id="root"></div>';

/**
 * Makes the page quick to appear: the boot script first in its head, with the names that the chunks
 * have in this build, and in `#root` the look of the first screen, which React replaces.
 */
export function boot(): RsbuildPlugin {
  return {
    name: 'duet:boot',
    apply: 'build',
    setup(api) {
      const read = (name: string) =>
        readFileSync(join(api.context.rootPath, 'src/boot', name), 'utf8');
      api.modifyHTMLTags(async (tags, { compilation, assetPrefix }) => {
        const plan = JSON.stringify(makePlan(compilation, assetPrefix));
        const children = `{${await toScript(read('boot-script.ts'))};startBoot(${plan})}`;
        tags.headTags.unshift({ tag: 'script', children });
        return tags;
      });
      api.modifyHTML((html) => {
        if (!html.includes(SHELL)) throw new Error('The page has no empty #root for the shell.');
        return html.replace(SHELL, () => `<div id="root">${squeeze(read('shell.html'))}</div>`);
      });
    },
  };
}

function makePlan(compilation: Rspack.Compilation, prefix: string): BootPlan {
  const findScripts = (names: string[]) => [
    ...new Set(names.flatMap((name) => findFiles(compilation, name)).map((file) => prefix + file)),
  ];
  const origin = (process.env.PUBLIC_API_URL ?? '') + API_PREFIX;
  return {
    tokenKey: TOKEN_KEY,
    preferencesKey: PREFERENCES_KEY,
    selectionKey: SELECTION_KEY,
    tokenHeader: TOKEN_HEADER,
    check: origin + paths.check,
    users: origin + paths.users,
    deadlineMs: DEADLINE_MS,
    scripts: {
      login: findScripts(MODULES.login),
      home: findScripts([...MODULES.home, ...DATA]),
      profile: findScripts([...MODULES.profile, ...DATA]),
      conversation: findScripts(MODULES.conversation),
    },
  };
}

/** Script files of the chunk group that an import of this module makes, without the page's own. */
function findFiles(compilation: Rspack.Compilation, name: string): string[] {
  const groups = compilation.chunkGroups.filter((group) =>
    group.origins.some(({ request }) => request?.includes(`/${name}`)),
  );
  if (groups.length === 0) throw new Error(`No chunk is made for ${name}.`);
  const initial = new Set(
    [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles()),
  );
  return groups
    .flatMap((group) => group.getFiles())
    .filter((file) => file.endsWith('.js') && !initial.has(file));
}

/** The module as a small plain script. */
async function toScript(source: string): Promise<string> {
  const { code } = await rspack.experiments.swc.transform(source, {
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2022',
      minify: { compress: true, mangle: true },
    },
    module: { type: 'es6' },
    minify: true,
  });
  return code.replace(/^export /, '').replace(/;?\s*$/, '');
}

/** Indentation and the comment at the top are for readers of the source. */
function squeeze(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\s*\n\s*/g, '')
    .trim();
}

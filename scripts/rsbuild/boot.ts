import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';
import { DEADLINE_MS } from '../../src/api/deadline.ts';
import type { BootPlan } from '../../src/boot/boot-plan.ts';
import { API_PREFIX, paths, TOKEN_HEADER } from '../../src/protocol/http.ts';
import { PREFERENCES_KEY, TOKEN_KEY } from '../../src/stores/storage-keys.ts';
import { findScreenScripts } from './first-scripts.ts';

/** Fonts of the chat home and the auth screen: of `ui/tokens.css`, names, initials, and links in forms. */
const FONTS = [
  'var(--t-md)',
  'var(--t-sm)',
  'var(--t-xs)',
  'var(--t-name)',
  '500 .9375rem var(--font)',
  '600 15.84px var(--font)',
  '600 .8125rem var(--font)',
];

const SHELL = '<div id="root"></div>';

/**
 * Makes the page appear quickly. The boot script, with the names of this build's chunks, is first in the head. `#root`
 * contains the look of the first screen until React replaces it.
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
  const { login, home, profile, conversation } = findScreenScripts(compilation);
  const toAddresses = (files: string[]) => files.map((file) => prefix + file);
  const origin = (process.env.PUBLIC_API_URL ?? '') + API_PREFIX;
  return {
    tokenKey: TOKEN_KEY,
    preferencesKey: PREFERENCES_KEY,
    tokenHeader: TOKEN_HEADER,
    check: origin + paths.check,
    users: origin + paths.users,
    fonts: FONTS,
    deadlineMs: DEADLINE_MS,
    scripts: {
      login: toAddresses(login),
      home: toAddresses(home),
      profile: toAddresses(profile),
      conversation: toAddresses(conversation),
    },
  };
}

/** The module as a minified classic script. */
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

/** Removes indentation and comments. */
function squeeze(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\s*\n\s*/g, '')
    .trim();
}

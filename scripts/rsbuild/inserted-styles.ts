import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * Tells the server which style sheets libraries insert as text at run time, so that its Content-Security-Policy
 * can name them by their hash: `<meta name="inserted-styles" content="'sha256-…'">`. Emotion is not among
 * them: it inserts empty sheets and adds rule by rule, which no policy minds.
 */
export function insertedStyles(): RsbuildPlugin {
  return {
    name: 'duet:inserted-styles',
    apply: 'build',
    setup(api) {
      api.modifyHTMLTags((tags) => {
        const content = `'sha256-${createHash('sha256').update(readSonnerStyles()).digest('base64')}'`;
        tags.headTags.push({ tag: 'meta', attrs: { name: 'inserted-styles', content } });
        return tags;
      });
    },
  };
}

/** What sonner's module inserts when it is loaded. */
function readSonnerStyles(): string {
  const source = readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (literal === undefined) throw new Error('sonner inserts its styles in another way now.');
  return JSON.parse(literal);
}

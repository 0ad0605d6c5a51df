/** What the page tells its server, in meta elements. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * States the backend of an app that is built for another origin, so that the page's server can allow that origin:
 * `<meta name="backend" content="https://api.example.org">`.
 */
export function backendOrigin(): RsbuildPlugin {
  return {
    name: 'duet:backend-origin',
    apply: 'build',
    setup(api) {
      const content = process.env.PUBLIC_API_URL ?? '';
      // Also defined without another origin, so that the build leaves out code for it.
      api.modifyRsbuildConfig((config, { mergeRsbuildConfig }) =>
        mergeRsbuildConfig(config, {
          source: { define: { 'import.meta.env.PUBLIC_API_URL': JSON.stringify(content) } },
        }),
      );
      api.modifyHTMLTags((tags) => {
        if (content !== '') {
          tags.headTags.push({ tag: 'meta', attrs: { name: 'backend', content } });
        }
        return tags;
      });
    },
  };
}

/**
 * Tells the server the hashes of style sheets that libraries insert as text at run time, for its Content-Security-Policy:
 * `<meta name="inserted-styles" content="'sha256-…'">`. Emotion needs none: it inserts empty sheets and adds single rules,
 * which no policy checks.
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

/** The style sheet that sonner's module inserts when it loads. */
function readSonnerStyles(): string {
  const source = readFileSync(createRequire(import.meta.url).resolve('sonner'), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (literal === undefined) throw new Error('sonner inserts its styles in another way now.');
  return JSON.parse(literal);
}

import type { RsbuildPlugin } from '@rsbuild/core';
import { findFirstScripts } from './first-scripts.ts';

/**
 * Tells Chromium, as the first line of a script, to compile all functions in another thread while the script arrives.
 * Without it the main thread parses each function again when it is called. Other browsers ignore the comment.
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** Smaller scripts compile so fast that the comment does not pay. In bytes. */
const MIN_BYTES = 20_000;

/** Adds the hint to the scripts of the first screens: nearly all of their functions run at once. */
export function compileHints(): RsbuildPlugin {
  return {
    name: 'duet:compile-hints',
    apply: 'build',
    setup(api) {
      // After the minifier, which removes comments, and before file names get their hash.
      api.processAssets({ stage: 'optimize-inline' }, ({ compilation, assets, sources }) => {
        for (const file of findFirstScripts(compilation)) {
          if ((assets[file]?.size() ?? 0) < MIN_BYTES) continue;
          compilation.updateAsset(file, (script) => new sources.ConcatSource(HINT, script));
        }
      });
    },
  };
}

import type { RsbuildPlugin } from '@rsbuild/core';
import { findFirstScripts } from './first-scripts.ts';

/**
 * Read by Chromium at the very beginning of a script: all of it will be called, so it is compiled while it
 * arrives, beside the page's own thread. Without it each function is read twice, the second time by that
 * thread and at the moment it is called. Other browsers see a comment.
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** Smaller scripts, in bytes, are compiled in a moment; the comment would only weigh. */
const MIN_BYTES = 20_000;

/** Has the scripts of the first screens compiled ahead: nearly all of what is in them runs at once. */
export function compileHints(): RsbuildPlugin {
  return {
    name: 'duet:compile-hints',
    apply: 'build',
    setup(api) {
      // After the minifier, which would remove a comment, and before the names tell the content.
      api.processAssets({ stage: 'optimize-inline' }, ({ compilation, assets, sources }) => {
        for (const file of findFirstScripts(compilation)) {
          if ((assets[file]?.size() ?? 0) < MIN_BYTES) continue;
          compilation.updateAsset(file, (script) => new sources.ConcatSource(HINT, script));
        }
      });
    },
  };
}

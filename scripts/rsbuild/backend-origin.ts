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

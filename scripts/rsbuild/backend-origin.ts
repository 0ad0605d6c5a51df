import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * Names the backend of an app that is built for another origin, so that the server of its page can allow that
 * one beside its own: `<meta name="backend" content="https://api.example.org">`.
 */
export function backendOrigin(): RsbuildPlugin {
  return {
    name: 'duet:backend-origin',
    apply: 'build',
    setup(api) {
      const content = process.env.PUBLIC_API_URL ?? '';
      // Also where there is none: what only serves another origin is then left out.
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

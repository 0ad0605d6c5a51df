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
      api.modifyHTMLTags((tags) => {
        const content = process.env.PUBLIC_API_URL ?? '';
        if (content !== '') {
          tags.headTags.push({ tag: 'meta', attrs: { name: 'backend', content } });
        }
        return tags;
      });
    },
  };
}

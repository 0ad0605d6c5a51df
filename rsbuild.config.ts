import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/rspack';
import { commonPasswords } from './scripts/rsbuild/common-passwords';
import { backendOrigin, insertedStyles } from './scripts/rsbuild/page-tags';
import { precompress } from './scripts/rsbuild/precompress';
import { serviceWorker } from './scripts/rsbuild/service-worker';
import { PREFERENCES_KEY, TOKEN_KEY } from './src/stores/storage-keys';

export default defineConfig({
  source: { entry: { index: './src/main.tsx' } },
  html: {
    template: './src/index.html',
    templateParameters: { tokenKey: TOKEN_KEY, preferencesKey: PREFERENCES_KEY },
  },
  output: {
    distPath: { root: 'dist' },
    legalComments: 'none',
    // The first versions with :has() and with light-dark(), which all colours use.
    overrideBrowserslist: ['chrome >= 123', 'edge >= 123', 'firefox >= 121', 'safari >= 17.5'],
    // The page contains its styles, so that the first paint does not wait for a request.
    inlineStyles: true,
  },
  // Compiling a route only when it is opened would reload the page.
  dev: { lazyCompilation: false },
  performance: { printFileSize: { compressed: true } },
  plugins: [
    pluginReact({
      swcReactOptions: { importSource: '@emotion/react' },
      // The tests run without it: `memo` and `useMemo` remain where tests count renders.
      reactCompiler: true,
    }),
    commonPasswords(),
    insertedStyles(),
    backendOrigin(),
    serviceWorker(),
    precompress(),
  ],
  tools: {
    rspack: (_config, { appendPlugins }) => {
      appendPlugins(
        tanstackRouter({
          target: 'react',
          routesDirectory: './routes',
          generatedRouteTree: './src/routeTree.gen.ts',
        }),
      );
    },
  },
});

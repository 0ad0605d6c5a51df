import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/rspack';
import { backendOrigin } from './scripts/rsbuild/backend-origin';
import { boot } from './scripts/rsbuild/boot';
import { commonPasswords } from './scripts/rsbuild/common-passwords';
import { compileHints } from './scripts/rsbuild/compile-hints';
import { insertedStyles } from './scripts/rsbuild/inserted-styles';
import { precompress } from './scripts/rsbuild/precompress';
import { serviceWorker } from './scripts/rsbuild/service-worker';
import { uncompiled } from './scripts/rsbuild/uncompiled';

export default defineConfig({
  source: { entry: { index: './src/main.ts' } },
  resolve: {
    alias: {
      // Only Emotion's `withTheme` uses it, which the app does not use.
      'hoist-non-react-statics': false,
      // The shim is for versions of React without useSyncExternalStore.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  html: { template: './src/index.html' },
  output: {
    distPath: { root: 'dist' },
    legalComments: 'none',
    // Short, since the page's first script contains the names of all others.
    filenameHash: 'contenthash:8',
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
    uncompiled(),
    boot(),
    commonPasswords(),
    compileHints(),
    insertedStyles(),
    backendOrigin(),
    serviceWorker(),
    precompress(),
  ],
  tools: {
    rspack: (config, { appendPlugins, mergeConfig }) => {
      appendPlugins(
        tanstackRouter({
          target: 'react',
          routesDirectory: './routes',
          generatedRouteTree: './src/routeTree.gen.ts',
        }),
      );
      return mergeConfig(config, {
        output: {
          // Each script contains this name; the default is longer.
          chunkLoadingGlobal: 'duet',
          // Distinguishes several apps on a page; there is only one.
          uniqueName: '',
          // Ids instead of names, for the same reason as above.
          chunkFilename: 'static/js/async/[id].[contenthash:8].js',
        },
      });
    },
  },
});

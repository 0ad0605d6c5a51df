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
      // Emotion's `withTheme` alone calls it, and nothing here calls that.
      'hoist-non-react-statics': false,
      // For a React that has no useSyncExternalStore.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  html: { template: './src/index.html' },
  output: {
    distPath: { root: 'dist' },
    legalComments: 'none',
    // The page's first script names all others: as short as telling versions apart allows.
    filenameHash: 'contenthash:8',
    // The first that know light-dark(), on which all colours rest, and :has().
    overrideBrowserslist: ['chrome >= 123', 'edge >= 123', 'firefox >= 121', 'safari >= 17.5'],
    // The page's rules travel with it: the first paint waits for nothing else.
    inlineStyles: true,
  },
  // A route compiled only when it is opened would reach the page as a reload in the middle of it.
  dev: { lazyCompilation: false },
  performance: { printFileSize: { compressed: true } },
  plugins: [
    pluginReact({
      swcReactOptions: { importSource: '@emotion/react' },
      // Where tests count renders, `memo` and `useMemo` stand all the same: they run the sources as they are.
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
          // Each script begins with this name; the bundler's own is longer.
          chunkLoadingGlobal: 'duet',
          // Marks the scripts of one app among those of others: here is only one.
          uniqueName: '',
          // The page's first script names all others: by ids alone, without a table of names.
          chunkFilename: 'static/js/async/[id].[contenthash:8].js',
        },
      });
    },
  },
});

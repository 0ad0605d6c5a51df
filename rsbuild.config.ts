import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/rspack';
import { backendOrigin } from './scripts/rsbuild/backend-origin';
import { boot } from './scripts/rsbuild/boot';
import { compileHints } from './scripts/rsbuild/compile-hints';
import { insertedStyles } from './scripts/rsbuild/inserted-styles';
import { lean } from './scripts/rsbuild/lean';
import { precompress } from './scripts/rsbuild/precompress';
import { serviceWorker } from './scripts/rsbuild/service-worker';

export default defineConfig({
  source: { entry: { index: './src/main.ts' } },
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
    lean(),
    boot(),
    compileHints(),
    insertedStyles(),
    backendOrigin(),
    serviceWorker(),
    precompress(),
  ],
  tools: {
    rspack: (_config, { appendPlugins }) =>
      appendPlugins(
        tanstackRouter({
          target: 'react',
          routesDirectory: './routes',
          generatedRouteTree: './src/routeTree.gen.ts',
          autoCodeSplitting: true,
          // Loaders travel with their screen: the entry then needs neither Query nor ky.
          codeSplittingOptions: {
            defaultBehavior: [
              ['loader', 'component', 'pendingComponent'],
              ['errorComponent'],
              ['notFoundComponent'],
            ],
          },
        }),
      ),
  },
});

import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/rspack';

export default defineConfig({
  source: { entry: { index: './src/main.tsx' } },
  html: { template: './src/index.html' },
  output: { distPath: { root: 'dist' }, legalComments: 'none' },
  plugins: [
    pluginReact({
      swcReactOptions: { importSource: '@emotion/react' },
      reactCompiler: true,
    }),
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
            defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']],
          },
        }),
      ),
  },
});

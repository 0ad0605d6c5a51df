import { join } from 'node:path';
import { type RsbuildPlugin, rspack } from '@rsbuild/core';

/**
 * Folders that React Compiler passes over: forms, dialogs and small pieces that render seldom, for
 * which the code it adds costs more than the renders it saves.
 */
const UNCOMPILED = [
  'routes',
  'src/ui',
  'src/screens/auth',
  'src/screens/overlays',
  'src/screens/session',
  'src/screens/error-screen',
];

/** Modules of libraries for which something smaller does all that this app asks of them. */
const STAND_INS = [
  [/\/createLucideIcon\.mjs$/, 'lucide-icon.ts'],
  [/^@emotion\/use-insertion-effect-with-fallbacks$/, 'insertion-effect.ts'],
  // The router's own import of it; what it exports to apps beside that is not used.
  [/^\.\/scroll-restoration\.js$/, 'scroll-restoration.ts'],
] as const;

/**
 * What every screen of somebody who is signed in begins with, without the parts of Query that only
 * later code asks for. In one chunk: small ones would repeat modules and compress badly.
 */
const DATA =
  /[\\/]node_modules[\\/](@tanstack[\\/](query-core|react-query)(?!.*(hydration|InfiniteQuery|infiniteQueryObserver|useMutationState))|idb-keyval)[\\/]|[\\/]src[\\/](api(?![\\/](blocks|fetch-answer|own-account|search))|protocol[\\/]http|service-worker[\\/]contract|stores(?![\\/](preferences|arrivals|undoable|upload-progress))|drafts|lib[\\/](attempt|code-retry|local-values|window-channel)|query-client|queries[\\/](account-data|auth|avatars|held-pictures|message-keys|pushed|realtime|session-life|users|stored[\\/](entries|restore)|patches[\\/]people|outbox[\\/](place|registry)))\b/;

/** The live connection: asked for when the session has been checked, and by nothing else. */
const LIVE =
  /[\\/]node_modules[\\/](@socket\.io|(socket|engine)\.io-\w+)[\\/]|[\\/]src[\\/]realtime[\\/](?!typing\.ts)/;

/** Leaves out of the first load what libraries bring and this app does not use. */
export function lean(): RsbuildPlugin {
  return {
    name: 'duet:lean',
    setup(api) {
      const at = (path: string) => join(api.context.rootPath, path);
      api.transform(
        {
          test: (resource) =>
            // Styles lie there too.
            /\.tsx?$/.test(resource) && UNCOMPILED.some((path) => resource.startsWith(at(path))),
          order: 'pre',
        },
        ({ code }) => `'use no memo';${code}`,
      );
      api.modifyRspackConfig((config, { appendPlugins, mergeConfig }) => {
        for (const [module, standIn] of STAND_INS) {
          appendPlugins(
            new rspack.NormalModuleReplacementPlugin(module, at(`src/ui/stand-ins/${standIn}`)),
          );
        }
        return mergeConfig(config, {
          output: {
            // Each script begins with this name; the bundler's own is longer.
            chunkLoadingGlobal: 'duet',
            // Marks the scripts of one app among those of others: here is only one.
            uniqueName: '',
            // The page's first script names all others: by ids alone, without a table of names.
            chunkFilename: 'static/js/async/[id].[contenthash:8].js',
          },
          optimization: {
            splitChunks: {
              cacheGroups: {
                data: { test: DATA, name: 'data', chunks: 'async', enforce: true, priority: 1 },
                live: { test: LIVE, name: 'live', chunks: 'async', enforce: true, priority: 1 },
              },
            },
          },
          resolve: {
            alias: {
              // Emotion's `withTheme` alone calls it, and nothing here calls that.
              'hoist-non-react-statics': false,
              // For a React that has no useSyncExternalStore.
              'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
            },
          },
        });
      });
    },
  };
}

import { existsSync } from 'node:fs';
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
  'src/screens/chat/chat-screen',
  'src/screens/chat/conversation-coming',
  'src/screens/chat/conversation-skeleton',
  'src/screens/chat/people/account-menu',
  'src/screens/chat/people/use-hover-menu',
  'src/screens/chat/reconnecting',
  'src/screens/chat/welcome',
  'src/screens/overlays',
  'src/screens/session',
  'src/screens/error-screen',
];

/** Modules of libraries for which something smaller does all that this app asks of them. */
const STAND_INS = [
  [/^@emotion\/use-insertion-effect-with-fallbacks$/, 'insertion-effect.ts'],
  // The router's own import of it; what it exports to apps beside that is not used.
  [/^\.\/scroll-restoration\.js$/, 'scroll-restoration.ts'],
] as const;

/**
 * What every screen of somebody who is signed in begins with. In one chunk: small ones would repeat modules
 * and compress badly. Files below `src`, each by its name: what is not here comes on demand.
 */
const DATA = [
  'api/address.ts',
  'api/auth.ts',
  'api/client.ts',
  'api/deadline.ts',
  'api/early-calls.ts',
  'api/errors.ts',
  'api/messages.ts',
  'api/people.ts',
  'api/retry.ts',
  'api/to-message.ts',
  'kept/drafts.ts',
  'kept/last-words.ts',
  'lib/attempt.ts',
  'lib/load-code.ts',
  'lib/local-values.ts',
  'lib/window-channel.ts',
  'protocol/http.ts',
  'protocol/preview.ts',
  'session/account-data.ts',
  'session/auth.ts',
  'pictures/avatars.ts',
  'pictures/held-pictures.ts',
  'conversation/message-keys.ts',
  'outbox/registry.ts',
  'outbox/storage-place.ts',
  'people/patches.ts',
  'backend/pushed.ts',
  'backend/connection.ts',
  'session/session-life.ts',
  'kept/entries.ts',
  'kept/restore.ts',
  'people/users.ts',
  'query-client.ts',
  'service-worker/contract.ts',
  'stores/attention.ts',
  'stores/contract-only.ts',
  'stores/mutes.ts',
  'stores/selection.ts',
  'stores/session.ts',
  'stores/storage-keys.ts',
  'stores/unseen.ts',
  'stores/viewer.ts',
];

/** The libraries of these, without the parts of Query that only later code asks for. */
const DATA_LIBRARIES =
  /[\\/]node_modules[\\/](@tanstack[\\/](query-core|react-query)(?!.*(hydration|InfiniteQuery|infiniteQueryObserver|useMutationState))|idb-keyval)[\\/]/;

/** The live connection: asked for when the session has been checked, and by nothing else. */
const LIVE =
  /[\\/]node_modules[\\/](@socket\.io|(socket|engine)\.io-\w+)[\\/]|[\\/]src[\\/]realtime[\\/](?!typing\.ts)/;

/** Leaves out of the first load what libraries bring and this app does not use. */
export function lean(): RsbuildPlugin {
  return {
    name: 'duet:lean',
    setup(api) {
      const at = (path: string) => join(api.context.rootPath, path);
      const data = new Set(DATA.map((path) => at(join('src', path))));
      for (const path of data) {
        // One that was renamed would leave the chunk without a word, and the first load would grow.
        if (!existsSync(path))
          throw new Error(`scripts/rsbuild/lean.ts names ${path}, which is not there.`);
      }
      const isData = (resource = '') => data.has(resource) || DATA_LIBRARIES.test(resource);
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
                data: {
                  test: (module: { nameForCondition(): string | undefined }) =>
                    isData(module.nameForCondition()),
                  name: 'data',
                  chunks: 'async',
                  enforce: true,
                  priority: 1,
                },
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

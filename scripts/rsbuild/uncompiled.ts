import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * Folders and files that React Compiler skips: forms, dialogs and small components that render rarely. There its
 * additional code costs more than the renders it saves.
 */
const UNCOMPILED = [
  'src/login.tsx',
  'src/signed-in.tsx',
  'src/ui/',
  'src/screens/auth/',
  'src/screens/chat/chat-screen.tsx',
  'src/screens/chat/conversation-coming.tsx',
  'src/screens/chat/conversation-skeleton.tsx',
  'src/screens/chat/people/',
  'src/screens/chat/reconnecting.tsx',
  'src/screens/chat/reconnecting-notice.tsx',
  'src/screens/chat/welcome.tsx',
  'src/screens/overlays/',
  'src/screens/session/',
  'src/screens/error-screen.tsx',
];

/** Adds `'use no memo'` to these modules, so that React Compiler skips them. */
export function uncompiled(): RsbuildPlugin {
  return {
    name: 'duet:uncompiled',
    setup(api) {
      const paths = UNCOMPILED.map((path) => join(api.context.rootPath, path));
      const missing = paths.filter((path) => !existsSync(path));
      if (missing.length > 0)
        throw new Error(`React Compiler cannot pass over ${missing.join(', ')}.`);
      api.transform(
        {
          test: (resource) =>
            // The folders also have style sheets.
            /\.tsx?$/.test(resource) && paths.some((path) => resource.startsWith(path)),
          order: 'pre',
        },
        ({ code }) => `'use no memo';${code}`,
      );
    },
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * Folders and files that React Compiler passes over: forms, dialogs and small pieces that render seldom, for
 * which the code it adds costs more than the renders it saves.
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
  'src/screens/chat/welcome.tsx',
  'src/screens/overlays/',
  'src/screens/session/',
  'src/screens/error-screen.tsx',
];

/** Keeps React Compiler off the modules above, as `'use no memo'` at their beginning would. */
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
            // Styles lie there too.
            /\.tsx?$/.test(resource) && paths.some((path) => resource.startsWith(path)),
          order: 'pre',
        },
        ({ code }) => `'use no memo';${code}`,
      );
    },
  };
}

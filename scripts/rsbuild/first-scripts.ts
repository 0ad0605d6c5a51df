/** Finds the scripts of the first screens. */
import type { Rspack } from '@rsbuild/core';

/** The modules that a screen imports on demand, by the end of their import path. */
const MODULES = {
  login: ['login.tsx'],
  home: ['signed-in.tsx'],
  profile: ['signed-in.tsx', 'profile/checked-profile.tsx'],
  conversation: ['late-parts.ts'],
};

/** The script files that each screen loads, without those that the page itself loads. */
export function findScreenScripts(
  compilation: Rspack.Compilation,
): Record<keyof typeof MODULES, string[]> {
  const find = (names: string[]) => [
    ...new Set(names.flatMap((name) => findFiles(compilation, name))),
  ];
  return {
    login: find(MODULES.login),
    home: find(MODULES.home),
    profile: find(MODULES.profile),
    conversation: find(MODULES.conversation),
  };
}

/** All scripts that run before the login form or the people list appears. */
export function findFirstScripts(compilation: Rspack.Compilation): Set<string> {
  const { login, home } = findScreenScripts(compilation);
  return new Set([...listEntryScripts(compilation), ...login, ...home]);
}

/** Script files of the chunk group of this import, without those that the page itself loads. */
function findFiles(compilation: Rspack.Compilation, name: string): string[] {
  const groups = compilation.chunkGroups.filter((group) =>
    group.origins.some(({ request }) => request?.includes(`/${name}`)),
  );
  if (groups.length === 0) throw new Error(`No chunk is made for ${name}.`);
  const initial = new Set(listEntryScripts(compilation));
  return groups
    .flatMap((group) => group.getFiles())
    .filter((file) => file.endsWith('.js') && !initial.has(file));
}

const listEntryScripts = (compilation: Rspack.Compilation): string[] =>
  [...compilation.entrypoints.values()]
    .flatMap((entry) => entry.getFiles())
    .filter((file) => file.endsWith('.js'));

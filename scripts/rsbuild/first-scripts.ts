/** Which scripts the first screens consist of. */
import type { Rspack } from '@rsbuild/core';

/** Modules whose chunks a screen imports, by how the importing code names them. */
const MODULES = {
  login: ['login.tsx'],
  home: ['signed-in.tsx'],
  profile: ['signed-in.tsx', 'profile/checked-profile.tsx'],
  conversation: ['conversation.tsx', 'about/info-panel.tsx', 'switcher/switcher-host.tsx'],
};

/** Files that each screen imports, beyond those that the page names. */
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

/** What runs before somebody sees the form, or the list: the page's own scripts, and those of both screens. */
export function findFirstScripts(compilation: Rspack.Compilation): Set<string> {
  const { login, home } = findScreenScripts(compilation);
  return new Set([...listEntryScripts(compilation), ...login, ...home]);
}

/** Script files of the chunk group that an import of this module makes, without the page's own. */
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

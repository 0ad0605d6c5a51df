/** The project's own source as the architecture test sees it: files and what each of them imports. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

export const projectRoot = join(import.meta.dirname, '../..');

export interface Import {
  /** Path from the project's root for a file of ours, else the package or `node:` module. */
  target: string;
  isOurs: boolean;
  /** Erased before it runs. */
  isTypeOnly: boolean;
  /** `import()`: fetched when it is needed. */
  isDynamic: boolean;
}

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string;
  /** Without comments. */
  text: string;
  imports: Import[];
  /** Nothing in it but `export … from`. */
  isBarrel: boolean;
}

const STATIC =
  /(?:^|;|\n)\s*(import|export)\s+(type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"]+)['"]/g;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export function readSources(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: projectRoot }))
    .map((path) => readSource(path.replaceAll('\\', '/')))
    .toSorted((a, b) => a.path.localeCompare(b.path));
}

function readSource(path: string): SourceFile {
  const text = removeComments(readFileSync(join(projectRoot, path), 'utf8'));
  const imports: Import[] = [];
  for (const [, , type, specifier = ''] of text.matchAll(STATIC)) {
    imports.push(makeImport(path, specifier, type !== undefined, false));
  }
  for (const [, specifier = ''] of text.matchAll(DYNAMIC)) {
    imports.push(makeImport(path, specifier, false, true));
  }
  const rest = text.replaceAll(
    /export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g,
    '',
  );
  return { path, text, imports, isBarrel: text.trim() !== '' && rest.trim() === '' };
}

function makeImport(
  from: string,
  specifier: string,
  isTypeOnly: boolean,
  isDynamic: boolean,
): Import {
  if (!specifier.startsWith('.'))
    return { target: specifier, isOurs: false, isTypeOnly, isDynamic };
  const absolute = normalize(join(projectRoot, dirname(from), specifier));
  const target = relative(projectRoot, absolute).replaceAll('\\', '/');
  return { target, isOurs: true, isTypeOnly, isDynamic };
}

/** A line comment begins at a line's start or after a space, so that addresses in strings stay. */
function removeComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

/** The package that a bare import names: `@scope/name/deep` is `@scope/name`. */
export function readPackageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

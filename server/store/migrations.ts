/** The steps that make a schema, each a numbered file of SQL. */
import { readdirSync, readFileSync } from 'node:fs';

/** Is told, in a sentence, what happened to the data while it was opened. */
export type Note = (what: string) => void;

/** SQL by version: the first migration of the folder makes version 1. */
export function readMigrations(folder: URL): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name, index) => {
    if (Number.parseInt(name, 10) !== index + 1) {
      throw new Error(`The migrations are not numbered without a gap: ${name}`);
    }
    return readFileSync(new URL(name, folder), 'utf8');
  });
}

/** The migrations of a schema, each a numbered SQL file. */
import { readdirSync, readFileSync } from 'node:fs';

/** Gets a sentence about what was done to the data when it was opened. */
export type Note = (what: string) => void;

/** SQL by version: the first migration creates version 1. */
export function readMigrations(folder: URL): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name, index) => {
    if (Number.parseInt(name, 10) !== index + 1) {
      throw new Error(`The migrations are not numbered without a gap: ${name}`);
    }
    return readFileSync(new URL(name, folder), 'utf8');
  });
}

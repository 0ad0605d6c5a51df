/**
 * The environment for what tests and measurements start. What the shell says to a server of its own stays behind:
 * with its DATABASE_URL they would fill somebody's database.
 */
import { listVariables } from '../../server/config.ts';

const SETTINGS = new Set([...listVariables(), 'PUBLIC_API_URL']);

export function inheritEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.has(name)));
}

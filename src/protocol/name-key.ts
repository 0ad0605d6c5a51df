import { foldText } from './search-text.ts';

/**
 * Sorts names of people, the same on both ends and in both databases: without regard to case and accents, by code
 * points. People with the same key are sorted by their ids.
 */
export function toNameKey(fullName: string): string {
  return foldText(fullName).trim();
}

/** What a person hides, as stored in the column `hides`: a sum of these values. */
import { HIDEABLE, type Hideable } from '../../src/protocol/entities.ts';

export const HIDES: Readonly<Record<Hideable, number>> = { receipts: 1, typing: 2, presence: 4 };

export const toHides = (hidden: readonly Hideable[]): number =>
  hidden.reduce((sum, each) => sum | HIDES[each], 0);

export const fromHides = (sum: number): Hideable[] => HIDEABLE.filter((each) => sum & HIDES[each]);

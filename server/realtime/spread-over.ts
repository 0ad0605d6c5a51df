/** The time over which many clients spread a requested action. Otherwise all would come at the same moment. */

const FOR_A_THOUSAND_MS = 1_000;
const MAX_MS = 10_000;

export function spreadOver(clients: number): number {
  return Math.min(FOR_A_THOUSAND_MS * Math.ceil((clients + 1) / 1_000), MAX_MS);
}

/** Places that each address may take at a time, so that a single one cannot take them all. */
import { toNetwork } from '../domain/network.ts';

export interface AddressCounter {
  /** What gives the place back; nothing when the address has no place left. */
  take(address: string): (() => void) | undefined;
}

export function createAddressCounter(max: number): AddressCounter {
  const counts = new Map<string, number>();
  return {
    take(address) {
      const network = toNetwork(address);
      const count = counts.get(network) ?? 0;
      if (count >= max) return undefined;
      counts.set(network, count + 1);
      return () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

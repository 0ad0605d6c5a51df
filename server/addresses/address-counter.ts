/** Limits the places of each address, so that no single address takes them all. */
import { toNetwork } from '../domain/network.ts';

export interface AddressCounter {
  /** Returns a function that releases the place; undefined if the address has no place left. */
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

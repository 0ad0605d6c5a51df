/** Limits the places of each address and, with IPv6, of the larger networks that one customer may have. */
import { listNetworks } from '../domain/network.ts';

export interface AddressCounter {
  /** Returns a function that releases the place; undefined if the address has no place left. */
  take(address: string): (() => void) | undefined;
}

export function createAddressCounter(max: number): AddressCounter {
  const counts = new Map<string, number>();
  return {
    take(address) {
      const networks = listNetworks(address);
      const read = (network: string) => counts.get(network) ?? 0;
      if (networks.some(({ network, times }) => read(network) >= max * times)) return undefined;
      for (const { network } of networks) counts.set(network, read(network) + 1);
      return () => {
        for (const { network } of networks) {
          const left = read(network) - 1;
          if (left > 0) counts.set(network, left);
          else counts.delete(network);
        }
      };
    },
  };
}

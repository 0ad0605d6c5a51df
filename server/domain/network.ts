/** Which addresses count as one client. Addresses have the form that `ClientAddresses` writes. */

/**
 * Providers give a household a /64, /56 or /48 of IPv6. The wider networks may hold several households, so they get
 * higher limits.
 */
const WIDTHS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const;

interface Network {
  network: string;
  /** Its limit, as a multiple of a single client's. */
  times: number;
}

/** The smallest network that counts as one client. */
export function toNetwork(address: string): string {
  return isIPv6(address) ? cut(address, 64) : address;
}

/** The networks of an address, smallest first. */
export function listNetworks(address: string): Network[] {
  if (!isIPv6(address)) return [{ network: address, times: 1 }];
  return WIDTHS.map(({ bits, times }) => ({ network: cut(address, bits), times }));
}

function isIPv6(address: string): boolean {
  return address.includes(':');
}

function cut(address: string, bits: number): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group, index) => {
    const cutBits = Math.max(0, 16 * (index + 1) - bits);
    return ((Number.parseInt(group, 16) >> cutBits) << cutBits).toString(16);
  });
  return `${groups.join(':')}::/${bits}`;
}

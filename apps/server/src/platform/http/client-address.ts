import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Address = { family: 'ipv4'; text: string } | { family: 'ipv6'; text: string; groups: number[] };

const GROUPS = 8;
const GROUP_BITS = 16;
const MAPPED_BITS = 96;
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

const pairOf = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);

/** The eight groups of a valid IPv6 address without a zone. */
const groupsOf = (ip: string): number[] => {
  const hex = ip.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a: string, b: string, c: string, d: string) => `${pairOf(a, b)}:${pairOf(c, d)}`,
  );
  const [before = '', after = ''] = hex.split('::');
  const first = before.split(':').filter(Boolean);
  const last = after.split(':').filter(Boolean);
  const zeros = Array<string>(GROUPS - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
};
const isMapped = (groups: readonly number[]): boolean => groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
const dottedOf = (groups: readonly number[]): string => groups.flatMap((group) => [Math.floor(group / 256), group % 256]).join('.');
const written = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');

/**
 * Reads an address as proxies write it: with a port, in brackets, with a zone, compressed or not, IPv4 within IPv6. Each address has one text
 * afterwards. Null: it is no address.
 */
export const readAddress = (given: string | undefined): Address | null => {
  const [, bracketed, dotted] = WITH_PORT.exec(given?.trim() ?? '') ?? [];
  const [ip = ''] = (bracketed ?? dotted ?? given?.trim() ?? '').split('%');
  if (isIPv4(ip)) return { family: 'ipv4', text: ip };
  if (!isIPv6(ip)) return null;
  const groups = groupsOf(ip);
  return isMapped(groups) ? { family: 'ipv4', text: dottedOf(groups.slice(6)) } : { family: 'ipv6', text: written(groups), groups };
};

/** Returns a function that checks whether an address, in any notation, is in these addresses and CIDR ranges. */
export const addressesWithin = (ranges: readonly string[]): ((given: string | undefined) => boolean) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [ip = '', bits] = range.split('/');
    const address = readAddress(ip);
    if (!address) throw new Error(`${range} is no address and no range of addresses`);
    // A range of mapped IPv4 addresses is counted from the beginning of the IPv6 address.
    const skipped = isIPv6(ip) && address.family === 'ipv4' ? MAPPED_BITS : 0;
    if (bits === undefined) list.addAddress(address.text, address.family);
    else list.addSubnet(address.text, Number(bits) - skipped, address.family);
  }
  return (given) => {
    const address = readAddress(given);
    return address !== null && list.check(address.text, address.family);
  };
};

/** Rate-limit key of an anonymous call: its address, and for IPv6 also the network around it. */
type Origin = { address: string; network: string | null };

/** Callers without a readable address count as one: text that varies must not be a new caller each time. */
const UNREADABLE: Origin = { address: 'no address', network: null };
const ADDRESS_BITS = 64;
const NETWORK_BITS = 48;

/** An IPv6 caller has a whole /64 of addresses and counts by that; who rents a server or a line often has a /48 of those (H12). */
export const originOf = (ip: string | undefined): Origin => {
  const address = readAddress(ip);
  if (!address) return UNREADABLE;
  if (address.family === 'ipv4') return { address: address.text, network: null };
  const within = (bits: number): string => `${written(address.groups.slice(0, bits / GROUP_BITS))}::/${bits}`;
  return { address: within(ADDRESS_BITS), network: within(NETWORK_BITS) };
};

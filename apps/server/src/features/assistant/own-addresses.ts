import { isOwnLink, isWebAddress } from '@endcap/contract/deep-links';

/** True if an answer of the assistant may link to the address. */
export type IsOwnAddress = (address: string) => boolean;

/** The chain's own addresses or domains, each including its subdomains, and the URL scheme of its app. */
export type LinkAllowlist = { addresses: readonly (string | null)[]; appScheme: string };

const hostOf = (address: string): string | null =>
  URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)?.hostname ?? null;

/** Accepts addresses at the chain's hosts, and links into its app. */
export const ownAddresses = ({ addresses, appScheme }: LinkAllowlist): IsOwnAddress => {
  const hosts = addresses.flatMap((address) => (address === null ? [] : (hostOf(address) ?? [])));
  return (address) => {
    if (isOwnLink(appScheme, address)) return true;
    const host = isWebAddress(address) ? hostOf(address) : null;
    return host !== null && hosts.some((own) => host === own || host.endsWith(`.${own}`));
  };
};

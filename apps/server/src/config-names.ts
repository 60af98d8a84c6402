/** Endcap's own settings have it; the rest of the environment belongs to other programs (E-7F). */
const PREFIX = 'ENDCAP_';
/** Names under the prefix that `npm start`, the sandbox and the tests read. */
const OF_OTHER_PARTS = /^ENDCAP_(DATA_DIR|SEED_DEVICES|SANDBOX_\w+|TEST_POSTGRES_BIN)$/;
/** Variables that Kubernetes sets in every container for a service whose name begins with `endcap`. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)(_\w+)?$/;
const isServiceLink = (name: string, value: string): boolean => SERVICE_LINK.test(name) || /^(tcp|udp):\/\//.test(value);

const bare = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Returns the edit distance (Levenshtein) of two names. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, sign] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, its] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (sign === its ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
};
// Short names are near to many.
const forgiven = (name: string): number => (name.length >= 10 ? 2 : name.length >= 7 ? 1 : 0);
const isNearMiss = (name: string, setting: string): boolean => distance(bare(name), bare(setting)) <= forgiven(bare(setting));

/** The environment without what Kubernetes writes under our names: a service called `endcap-app` makes ENDCAP_APP_PORT an address. */
export const withoutServiceLinks = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => !(name.startsWith(PREFIX) && isServiceLink(name, value))));

/** Names of the environment that are no settings and can only be meant as one: under our prefix, or nearly a name under it (D-1A, E-7F). */
export const misspeltNames = (given: Record<string, string>, settings: readonly string[]): string[] => {
  const valid = new Set(settings);
  const ours = settings.filter((name) => name.startsWith(PREFIX));
  return Object.keys(given).flatMap((name) => {
    if (valid.has(name) || OF_OTHER_PARTS.test(name)) return [];
    const meant = ours.find((setting) => isNearMiss(name, setting));
    if (meant) return [`${name} (unknown): ${meant}?`];
    return name.startsWith(PREFIX) ? [`${name} (unknown)`] : [];
  });
};

/** The name of a setting before version 1.0.0; null when it is the same. */
export const formerNameOf = (setting: string): string | null => (setting.startsWith(PREFIX) ? setting.slice(PREFIX.length) : null);

/** Names of the environment that were settings before version 1.0.0, where the setting itself is not set. */
export const formerNames = (env: Record<string, string | undefined>, settings: readonly string[]): string[] =>
  settings.flatMap((setting) => {
    const former = formerNameOf(setting);
    return former !== null && env[former] && !env[setting] ? [former] : [];
  });

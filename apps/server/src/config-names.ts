/** Prefixes that platforms and build machines use too (`LOG_FORMAT`, `WEB_CONCURRENCY`, `NODE_OPTIONS`): there only a near miss is one of ours. */
const COMMON_PREFIXES = new Set(['NODE', 'HOST', 'LOG', 'WEB']);
/** What Kubernetes tells every container of a service that happens to be called like one of our prefixes. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)(_\w+)?$/;
const isServiceLink = (name: string, value: string): boolean => SERVICE_LINK.test(name) || /^(tcp|udp):\/\//.test(value);

const bare = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** How many signs have to be added, left out or exchanged. */
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

/** Names of the environment that can only be meant for us and are no settings: under a prefix of ours, or a misspelt one (D-1A). */
export const misspeltNames = (given: Record<string, string | undefined>, settings: readonly string[]): string[] => {
  const known = new Set(settings);
  const prefixes = new Set(settings.map((name) => name.split('_')[0] ?? '').filter((prefix) => !COMMON_PREFIXES.has(prefix)));
  return Object.entries(given).flatMap(([name, value = '']) => {
    if (known.has(name) || isServiceLink(name, value)) return [];
    const meant = settings.find((setting) => isNearMiss(name, setting));
    if (meant) return [`${name} (unknown): ${meant}?`];
    const [prefix = '', ...rest] = name.split('_');
    return rest.length > 0 && prefixes.has(prefix) ? [`${name} (unknown)`] : [];
  });
};

const REMEMBERED = 1_000;

type Total = {
  total: number /** Until when it holds if nothing is written, milliseconds since 1970; null: always. */;
  until: number | null;
};
type Asked = { key: string /** Another one after every write that may matter. */; version: number | string; at: number };

/**
 * Exact totals, counted once for each question until something is written, and once for all who ask at the same time. The version is to be
 * read before asking: a write in between is found by the next question.
 */
export const rememberedTotals = () => {
  const known = new Map<string, { version: Asked['version']; at: number; counted: Promise<Total> }>();
  return async ({ key, version, at }: Asked, count: () => Promise<Total>): Promise<number> => {
    const found = known.get(key);
    if (found?.version === version && found.at <= at) {
      const { total, until } = await found.counted;
      if (until === null || at < until) return total;
    }
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? '');
    const entry = { version, at, counted: count() };
    known.set(key, entry);
    entry.counted.catch(() => known.get(key) === entry && known.delete(key));
    return (await entry.counted).total;
  };
};

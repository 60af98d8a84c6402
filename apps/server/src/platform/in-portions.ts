/** Some rows of a table: those with these ids, or the next ones by id. */
export type Portion = { ids: readonly string[] } | { after: string; most: number };

// Small enough that other work is not delayed.
const AT_ONCE = 100;

/** Yields the rows with these ids, or all rows, a portion at a time. */
export async function* inPortions<R extends { id: string }>(
  ids: readonly string[] | 'all',
  read: (portion: Portion) => Promise<R[]>,
): AsyncGenerator<R[]> {
  if (ids !== 'all') {
    for (let from = 0; from < ids.length; from += AT_ONCE) yield await read({ ids: ids.slice(from, from + AT_ONCE) });
    return;
  }
  let after = '';
  for (;;) {
    const rows = await read({ after, most: AT_ONCE });
    yield rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? '';
  }
}

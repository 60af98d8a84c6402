/** Some rows of a table by their ids: these, or the next ones of all. */
export type Portion = { ids: readonly string[] } | { after: string; most: number };

// So many rows are read without anybody else having to wait long.
const AT_ONCE = 100;

/** Rows of these ids, or all there are, a portion at a time. */
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

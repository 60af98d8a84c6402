import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageWindow } from '../db/page-window.ts';
import type { ListKind } from './list-kind.ts';
import { createLists } from './lists.ts';

type Query = { page: number; pageSize: number; text: string };

/** Creates a list of numbers, and counts its queries. */
const numbers = (total: number, versionCoversRows = false) => {
  const queries = { counts: 0, windows: 0, longest: 0, rows: 0 };
  /** Number of counts and queries that run now, and the most that ran concurrently. */
  const underWay = { now: 0, most: 0 };
  const tracked = async <V>(answer: V): Promise<V> => {
    underWay.now += 1;
    underWay.most = Math.max(underWay.most, underWay.now);
    await Promise.resolve();
    underWay.now -= 1;
    return answer;
  };
  const state = { version: 1, incarnation: 'here', total };
  const shown: number[] = [];
  const all = () => Array.from({ length: state.total }, (_, n) => `${state.incarnation} ${n}`);
  const kind: ListKind<Query, { _id: string; version: number }> = {
    initialQuery: { page: 1, pageSize: 20, text: '' },
    reply: { parse: ({ items }) => shown.push(items.length) },
    version: async () => ({ number: state.version, incarnation: state.incarnation }),
    isSearch: ({ text }) => text !== '',
    count: async () => {
      queries.counts += 1;
      return tracked(state.total);
    },
    ids: async (_, { fromEnd, offset, limit }: PageWindow) => {
      queries.windows += 1;
      queries.longest = Math.max(queries.longest, offset);
      return tracked((fromEnd ? all().toReversed() : all()).slice(offset, offset + limit));
    },
    rows: async (_, ids) => {
      queries.rows += 1;
      return ids.map((_id) => ({ _id, version: state.version })).toReversed();
    },
    versionCoversRows: () => versionCoversRows,
  };
  const lists = createLists(() => new Date(0));
  return { list: lists(kind), warm: lists.warm, shown, queries, underWay, state, all };
};

test(
  'returns the same page and total as without windows, with or without a search, after any write',
  { tags: ['D-26', 'A-17', 'A-18', 'A-19'] },
  async () => {
    const cases = fc.record({
      total: fc.integer({ min: 0, max: 50_000 }),
      pageSize: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1_999, 2_000, 2_001, 10_000)),
      text: fc.constantFrom('', 'kawa'),
      reads: fc.array(
        fc.record({ position: fc.double({ min: 0, max: 1.1, noNaN: true }), written: fc.constantFrom(null, 0, 1, -1, 2_500, -25_000) }),
        { minLength: 1, maxLength: 6 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ total: first, pageSize, text, reads }) => {
        const { list, all, state } = numbers(first);
        for (const { position, written } of reads) {
          if (written !== null) state.version += 1;
          state.total = Math.max(0, state.total + (written ?? 0));
          const { total } = state;
          const page = Math.max(1, Math.round((position * total) / pageSize));
          const answer = await list({ page, pageSize, text }, 'ola');
          expect(answer.items.map(({ _id }) => _id)).toEqual(all().slice((page - 1) * pageSize, page * pageSize));
          expect([answer.total, answer.page, answer.pageCount]).toEqual([total, page, Math.max(1, Math.ceil(total / pageSize))]);
        }
      }),
      { numRuns: 60 },
    );
  },
);

test(
  'finds a hundred neighbouring pages with one query from the nearer end and one count, until the next write',
  { tags: ['D-26'] },
  async () => {
    const { list, queries, state } = numbers(100_000);
    for (let page = 4_801; page <= 4_900; page += 1) await list({ page, pageSize: 20, text: '' }, 'ola');
    expect(queries).toEqual({ counts: 1, windows: 1, longest: 2_000, rows: 100 });
    state.version += 1;
    await list({ page: 4_801, pageSize: 20, text: '' }, 'jan');
    expect([queries.counts, queries.windows]).toEqual([2, 2]);
    // Read concurrently with the count, and once more if the end of the list has moved.
    state.version += 1;
    state.total = 99_000;
    expect((await list({ page: 4_801, pageSize: 20, text: '' }, 'jan')).total).toBe(99_000);
    expect([queries.counts, queries.windows]).toEqual([3, 4]);
  },
);

test('never answers a query from the cache of another one that differs in any filter', { tags: ['D-26'] }, async () => {
  type Filtered = { page: number; pageSize: number; colour?: string };
  const rows = ['red', 'blue', 'red'].map((colour, n) => ({ _id: `${n}`, colour }));
  const matching = ({ colour }: Filtered) => rows.filter((row) => colour === undefined || row.colour === colour);
  const list = createLists(() => new Date(0))<Filtered, { _id: string }>({
    initialQuery: { page: 1, pageSize: 20 },
    reply: { parse: () => {} },
    version: async () => ({ number: 1, incarnation: 'here' }),
    isSearch: () => false,
    count: async (query) => matching(query).length,
    ids: async (query) => matching(query).map(({ _id }) => _id),
    rows: async (_, ids) => ids.map((_id) => ({ _id })),
    versionCoversRows: () => true,
  });
  const idsOf = async (colour?: string) =>
    (await list({ page: 1, pageSize: 20, ...(colour && { colour }) }, 'ola')).items.map(({ _id }) => _id);
  expect([await idsOf(), await idsOf('red'), await idsOf('blue')]).toEqual([['0', '1', '2'], ['0', '2'], ['1']]);
});

test.each([
  ['from the front', 2_500],
  ['from the end', 4_801],
  ['the last', 5_000],
])(
  'after a write, reads a page deep inside a search (%s) concurrently with the count, without reading the front',
  { tags: ['D-26'] },
  async (_, page) => {
    const { list, queries, state, underWay } = numbers(100_000);
    const query = { page, pageSize: 20, text: 'a' };
    await list(query, 'ola');
    expect([queries.counts, queries.windows, underWay.most]).toEqual([1, 2, 1]);
    for (let write = 1; write <= 3; write += 1) {
      underWay.most = 0;
      state.version += 1;
      // One more row moves no page that is read from the front, and every hundredth of those from the end.
      state.total += 1;
      await list(query, 'ola');
      expect([queries.counts, queries.windows, underWay.most]).toEqual([1 + write, 2 + write, 2]);
    }
  },
);

test('reads a search that has become short with one query and no count after the first read', { tags: ['D-26'] }, async () => {
  const { list, queries, state } = numbers(100_000);
  const query = { page: 1, pageSize: 20, text: 'a' };
  await list(query, 'ola');
  state.version += 1;
  state.total = 500;
  expect((await list(query, 'ola')).total).toBe(500);
  const before = { ...queries };
  state.version += 1;
  expect((await list(query, 'ola')).total).toBe(500);
  expect([queries.counts - before.counts, queries.windows - before.windows]).toEqual([0, 1]);
});

test.each([
  ['a short search', 500, 'kawa', 25],
  ['a long search', 100_050, 'kawa', 4_801],
  ['a list', 100_050, '', 4_801],
])(
  'two callers who read a page of %s around a write each get a consistent page from one query',
  { tags: ['D-26'] },
  async (_, total, text, page) => {
    const { list, queries, state, all } = numbers(total);
    const query = { page, pageSize: 20, text };
    const shown = (): string[] => all().slice((page - 1) * 20, page * 20);
    const ids = (answer: { items: { _id: string }[] }): string[] => answer.items.map(({ _id }) => _id);
    await list(query, 'ewa');
    state.version += 1;
    const windows = queries.windows;
    const [before, first] = [shown(), list(query, 'ola')];
    await Promise.resolve();
    await Promise.resolve();
    state.version += 1;
    state.total -= 1;
    const second = list(query, 'jan');
    expect([before, shown()]).toContainEqual(ids(await first));
    expect([(await second).total, ids(await second)]).toEqual([total - 1, shown()]);
    expect(queries.windows - windows).toBeLessThanOrEqual(2);
  },
);

test(
  'does not count a search with few results, and reads rows that only a write can change once until the next write',
  { tags: ['D-26'] },
  async () => {
    const { list, queries, state } = numbers(500, true);
    const query = { page: 3, pageSize: 20, text: 'kawa' };
    const seen = await Promise.all(Array.from({ length: 50 }, () => list(query, 'ola')));
    expect(new Set(seen.map(({ items }) => items[0]?.version))).toEqual(new Set([1]));
    expect(await list(query, 'jan')).toBe(seen[0]);
    expect(queries).toEqual({ counts: 0, windows: 1, longest: 0, rows: 1 });
    state.version = 2;
    expect((await list(query, 'jan')).items[0]?.version).toBe(2);
  },
);

test('reads a list again from a restored copy of the database that has the same version', { tags: ['F53', 'D-26'] }, async () => {
  const { list, queries, state } = numbers(500, true);
  const query = { page: 1, pageSize: 20, text: '' };
  await list(query, 'ola');
  state.incarnation = 'copy';
  state.total = 400;
  const answer = await list(query, 'ola');
  expect([answer.total, answer.items[0]?._id]).toEqual([400, 'copy 0']);
  expect(queries).toEqual({ counts: 2, windows: 2, longest: 0, rows: 2 });
});

test('warm reads and parses the initial page, so that the first caller needs no query', { tags: ['D-26'] }, async () => {
  const { list, warm, shown, queries } = numbers(50, true);
  await warm();
  expect(shown).toEqual([20]);
  const before = { ...queries };
  expect((await list({ page: 1, pageSize: 20, text: '' }, 'ola')).total).toBe(50);
  expect(queries).toEqual(before);
});

test(
  'ten thousand searches of one caller neither evict the cached lists of another nor delay their queries',
  { tags: ['D-26'] },
  async () => {
    const { list, queries } = numbers(500);
    await list({ page: 1, pageSize: 20, text: '' }, 'ola');
    const flood = Promise.all(Array.from({ length: 10_000 }, (_, n) => list({ page: 1, pageSize: 20, text: `x${n}` }, 'jan')));
    const before = queries.windows;
    await list({ page: 1, pageSize: 20, text: '' }, 'ola');
    await list({ page: 1, pageSize: 20, text: 'x9999' }, 'ola');
    // The flood has hardly begun.
    expect(queries.windows - before).toBeLessThan(100);
    await flood;
  },
);

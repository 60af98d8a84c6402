import { expect, test, vi } from 'vitest';

type Owned = { from: () => unknown; make: () => unknown; survivesExpiry: boolean };
const { owned } = vi.hoisted(() => ({ owned: [] as Owned[] }));
vi.mock('./create-session.ts', async (original) => {
  const { createSession } = await original<typeof import('./create-session.ts')>();
  return {
    createSession: () => {
      const session = createSession();
      const own: typeof session.own = (make, options = {}) => {
        const from = session.own(make, options);
        owned.push({ from, make, survivesExpiry: options.survivesExpiry ?? false });
        return from;
      };
      return { ...session, own };
    },
  };
});
const { session } = await import('./current-session.ts');

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], { query: '?raw', import: 'default' });
const modules = import.meta.glob(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../app/{main.tsx,start.ts}']);
const signIn = (id: string): void =>
  session.begin({
    accessToken: id,
    idToken: null,
    expiresAt: Date.now() + 3_600_000,
    person: { id, name: id, picture: null, isAdmin: true, storeClaim: null },
  });

test('recreates every value that a session owns for the next person', { tags: ['AUTH-17', 'AUTH-25', 'D-40'] }, async () => {
  let count = 0;
  for (const [path, read] of Object.entries(sources)) {
    const calls = (await read()).match(/\bsession\.own[<(]/g)?.length ?? 0;
    if (calls > 0) await modules[path]?.();
    count += calls;
  }
  expect(owned.length).toBe(count);
  expect(count).toBeGreaterThan(4);

  const values = (): unknown[] => owned.map(({ from }) => from());
  const unchanged = (before: unknown[]): boolean[] => values().map((value, index) => value === before[index]);
  const surviving = owned.map(({ survivesExpiry }) => survivesExpiry);
  const none = owned.map(() => false);

  signIn('anna');
  const first = values();
  session.end();
  expect(unchanged(first)).toEqual(surviving);
  signIn('anna');
  expect(unchanged(first)).toEqual(surviving);
  session.end();
  signIn('ola');
  expect(unchanged(first)).toEqual(none);
  const second = values();
  session.leave();
  session.end();
  expect(unchanged(second)).toEqual(none);
  expect(values()).toEqual(owned.map(({ make }) => make()));
});

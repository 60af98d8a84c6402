import { expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('navigator', { onLine: true });
const { connection } = await import('./connection.ts');
const { lateCode } = await import('./late-code.ts');

/** Two pieces of code that do not come, each tried again whenever the server is back from its silence, as on a screen. */
const twoMissing = async (): Promise<{ tries: number; silences: number }> => {
  const seen = { tries: 0, silences: 0 };
  const pieces = [0, 1].map(() =>
    lateCode(async () => {
      seen.tries += 1;
      throw new Error('gone');
    }, String),
  );
  const running: Promise<void>[] = [];
  const tryAll = (): void => void running.push(...pieces.map(({ want }) => want()));
  const stop = connection.subscribe(() => {
    if (connection.silentSince() !== null) seen.silences += 1;
    else if (seen.tries < 20) tryAll();
  });
  tryAll();
  for (const attempt of running) await attempt;
  stop();
  return seen;
};

test(
  'files that are missing together while the server answers are no silence, and are tried once each',
  { tags: ['D-49', 'F74'] },
  async () => {
    vi.stubGlobal('fetch', async () => new Response());
    expect(await twoMissing()).toEqual({ tries: 2, silences: 0 });
  },
);

test('a file that did not come and a probe that fails are a server that is gone', { tags: ['D-49'] }, async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await connection.isThere()).toBe(false);
  expect(connection.silentSince()).not.toBeNull();
});

import { expect, test, vi } from 'vitest';
import type { Database } from '../../../tables.ts';
import { dryRunSample } from './dry-run-sample.ts';
import type { PushOutcome } from '../push-gateway.ts';

const reached = vi.hoisted(() => ({ values: [] as string[] }));
vi.mock('./sample.repository.ts', () => ({ readReachedSample: async () => reached.values.map((value) => ({ kind: 'fcm', value })) }));

const outcomes: Record<string, PushOutcome> = {
  good: { is: 'accepted', messageId: 'm' },
  dead: { is: 'deadAddress' },
  bad: { is: 'stop', reason: 'credential', error: 'no' },
  silent: { is: 'transient' },
  otherKey: { is: 'refused', reason: 'credential' },
};
test.each([
  ['sound', ['good', 'good', 'bad']],
  ['unsound', ['bad', 'dead', 'good']],
  ['unsound', ['bad', 'silent', 'silent']],
  ['nobody', []],
  ['unknown', ['good', 'bad', 'silent']],
  ['unknown', ['silent', 'silent', 'broken']],
  ['sound', ['good', 'otherKey', 'otherKey']],
  ['unknown', ['otherKey', 'otherKey', 'otherKey']],
])('a dry run is %s when its phones are %j', { tags: ['D-01'] }, async (verdict, values) => {
  reached.values = values;
  const dryRun = async ({ value }: { value: string }): Promise<PushOutcome> => {
    const outcome = outcomes[value];
    if (!outcome) throw new Error('broken');
    return outcome;
  };
  expect(await dryRunSample({} as Database, 'n', { dryRun, acquirePermit: async () => true })).toBe(verdict);
});
test('a dry run needs a permit of the rate limit, and is skipped when that is too far away', { tags: ['F21'] }, async () => {
  reached.values = ['good', 'good', 'good'];
  const acquirePermit = vi.fn<(messages: number) => Promise<boolean>>();
  const dryRun = vi.fn(async (): Promise<PushOutcome> => ({ is: 'accepted', messageId: 'm' }));
  acquirePermit.mockResolvedValueOnce(false);
  expect(await dryRunSample({} as Database, 'n', { dryRun, acquirePermit })).toBe('unknown');
  expect([acquirePermit.mock.calls, dryRun.mock.calls.length]).toEqual([[[3]], 0]);
  acquirePermit.mockImplementationOnce(async () => {
    expect(dryRun).not.toHaveBeenCalled();
    return true;
  });
  expect(await dryRunSample({} as Database, 'n', { dryRun, acquirePermit })).toBe('sound');
  expect(dryRun).toHaveBeenCalledTimes(3);
});

import { describe, expect, test } from 'vitest';
import type { DryRunResult } from './dry-run-sample.ts';
import { judgeRefusals } from './judge-refusals.ts';
import { ACCEPTED, byteOf, suspended } from '../outcome.ts';

const refused = suspended('credential');
const judge = (suspicion: 'refusals' | 'deaths' | null, bytes: number[], result: DryRunResult, share = 0) => {
  let runs = 0;
  const dryRun = async (): Promise<DryRunResult> => {
    runs += 1;
    return result;
  };
  return judgeRefusals({ suspicion, outcomes: Uint8Array.from(bytes), dryRun, tooManyDead: async () => share > 0.3 }).then((judgement) => ({
    ...judgement,
    runs,
  }));
};

describe('refusals that the brake does not suspect', { tags: ['D-01'] }, () => {
  test('stay suspended without a dry run while other devices of the chunk are still open', async () => {
    expect(await judge(null, [ACCEPTED, refused, 0], 'sound')).toEqual({ fault: null, verdict: 'go', runs: 0 });
    expect(await judge(null, [ACCEPTED, byteOf('deadToken')], 'sound')).toEqual({ fault: null, verdict: 'go', runs: 0 });
  });
  test.each([
    ['sound', 'address'],
    ['nobody', 'address'],
    ['unsound', 'unknown'],
    ['unknown', null],
  ] as const)(
    'are settled once the rest of the chunk has outcomes: a dry run with the result %s puts the fault on %s',
    async (result, fault) => expect(await judge(null, [ACCEPTED, refused], result)).toEqual({ fault, verdict: 'go', runs: 1 }),
  );
});
test('a dry run decides at once about refusals that the brake suspects', { tags: ['D-01'] }, async () => {
  const all = { sound: 'address', unknown: 'unknown', unsound: 'ours', nobody: 'ours' } as const;
  for (const [result, fault] of Object.entries(all) as [DryRunResult, string][])
    expect(await judge('refusals', [refused, 0], result)).toEqual({ fault, verdict: fault === 'ours' ? 'stopped' : 'go', runs: 1 });
});
test('dead addresses pause when the dry run fails too, or more than 30 % of the audience is', { tags: ['D-01', 'F25'] }, async () => {
  const dead = [byteOf('deadToken'), refused, 0];
  for (const [result, verdict] of [
    ['sound', 'go'],
    ['unknown', 'go'],
    ['unsound', 'paused'],
    ['nobody', 'paused'],
  ] as const)
    expect(await judge('deaths', dead, result)).toEqual({ fault: null, verdict, runs: 1 });
  expect(await judge('deaths', dead, 'sound', 0.4)).toEqual({ fault: null, verdict: 'paused', runs: 0 });
});

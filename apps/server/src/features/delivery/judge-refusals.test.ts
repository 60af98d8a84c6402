import { describe, expect, test } from 'vitest';
import type { Testimony } from './ask-witnesses.ts';
import { judgeRefusals } from './judge-refusals.ts';
import { ACCEPTED, byteOf, suspended } from './outcome.ts';

const refused = suspended('credential');
const judge = (doubt: 'refusals' | 'deaths' | null, bytes: number[], said: Testimony, share = 0) => {
  let asked = 0;
  const ask = async (): Promise<Testimony> => {
    asked += 1;
    return said;
  };
  return judgeRefusals({ doubt, outcomes: Uint8Array.from(bytes), ask, tooManyDead: async () => share > 0.3 }).then((judgement) => ({
    ...judgement,
    asked,
  }));
};

describe('refusals that the brake does not doubt', { tags: ['D-01'] }, () => {
  test('stay in suspense, unasked, while others of the chunk are to be sent to', async () => {
    expect(await judge(null, [ACCEPTED, refused, 0], 'sound')).toEqual({ fault: null, verdict: 'go', asked: 0 });
    expect(await judge(null, [ACCEPTED, byteOf('deadToken')], 'sound')).toEqual({ fault: null, verdict: 'go', asked: 0 });
  });
  test.each([
    ['sound', 'address'],
    ['nobody', 'address'],
    ['unsound', 'unknown'],
    ['unknown', null],
  ] as const)('are settled when nobody else is left: %s makes it the fault of %s', async (said, fault) =>
    expect(await judge(null, [ACCEPTED, refused], said)).toEqual({ fault, verdict: 'go', asked: 1 }),
  );
});
test('doubted ones are asked about at once', { tags: ['D-01'] }, async () => {
  const all = { sound: 'address', unknown: 'unknown', unsound: 'ours', nobody: 'ours' } as const;
  for (const [said, fault] of Object.entries(all) as [Testimony, string][])
    expect(await judge('refusals', [refused, 0], said)).toEqual({ fault, verdict: fault === 'ours' ? 'stopped' : 'go', asked: 1 });
});
test('dead addresses pause when witnesses are dead too, or more than 30 % of the audience is', { tags: ['D-01', 'F25'] }, async () => {
  const dead = [byteOf('deadToken'), refused, 0];
  for (const [said, verdict] of [
    ['sound', 'go'],
    ['unknown', 'go'],
    ['unsound', 'paused'],
    ['nobody', 'paused'],
  ] as const)
    expect(await judge('deaths', dead, said)).toEqual({ fault: null, verdict, asked: 1 });
  expect(await judge('deaths', dead, 'sound', 0.4)).toEqual({ fault: null, verdict: 'paused', asked: 0 });
});

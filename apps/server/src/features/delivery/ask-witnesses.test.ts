import { expect, test, vi } from 'vitest';
import type { Database } from '../../tables.ts';
import { askWitnesses } from './ask-witnesses.ts';
import type { PushOutcome } from './push-gateway.ts';

const witnesses = vi.hoisted(() => ({ values: [] as string[] }));
vi.mock('./sample.repository.ts', () => ({ readWitnesses: async () => witnesses.values.map((value) => ({ kind: 'fcm', value })) }));

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
])('D-01: %s, say witnesses that are %j', async (verdict, values) => {
  witnesses.values = values;
  const rehearse = async ({ value }: { value: string }): Promise<PushOutcome> => {
    const outcome = outcomes[value];
    if (!outcome) throw new Error('broken');
    return outcome;
  };
  expect(await askWitnesses({} as Database, 'n', rehearse)).toBe(verdict);
});

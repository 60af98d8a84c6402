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
])('%s, say witnesses that are %j', { tags: ['D-01'] }, async (verdict, values) => {
  witnesses.values = values;
  const rehearse = async ({ value }: { value: string }): Promise<PushOutcome> => {
    const outcome = outcomes[value];
    if (!outcome) throw new Error('broken');
    return outcome;
  };
  expect(await askWitnesses({} as Database, 'n', { rehearse, turn: async () => true })).toBe(verdict);
});
test('witnesses take their turn like messages, and nobody is asked when it is too far away', { tags: ['F21'] }, async () => {
  witnesses.values = ['good', 'good', 'good'];
  const turn = vi.fn<(messages: number) => Promise<boolean>>();
  const rehearse = vi.fn(async (): Promise<PushOutcome> => ({ is: 'accepted', messageId: 'm' }));
  turn.mockResolvedValueOnce(false);
  expect(await askWitnesses({} as Database, 'n', { rehearse, turn })).toBe('unknown');
  expect([turn.mock.calls, rehearse.mock.calls.length]).toEqual([[[3]], 0]);
  turn.mockImplementationOnce(async () => {
    expect(rehearse).not.toHaveBeenCalled();
    return true;
  });
  expect(await askWitnesses({} as Database, 'n', { rehearse, turn })).toBe('sound');
  expect(rehearse).toHaveBeenCalledTimes(3);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { warmUp } from './warm-up.ts';

const started = (warming: Parameters<typeof warmUp>[0]) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = { info: vi.fn() };
  const ended = vi.fn();
  void warmUp(warming, log).then(ended);
  return { info: log.info, ended };
};
const never = () => new Promise(() => {});

test('a start that waits logs once what it waits for, and ends after half a minute', { tags: ['E-7C'] }, async () => {
  const { info, ended } = started({
    'the database': never,
    'the identity provider': async () => {},
    'a part that fails': () => Promise.reject(new Error('away')),
  });
  await vi.advanceTimersByTimeAsync(900);
  expect(info).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(28_000);
  expect(info.mock.calls).toEqual([['waiting for the database']]);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ended).toHaveBeenCalled();
  expect(info).toHaveBeenCalledTimes(1);
});
test('a start that does not wait logs nothing', { tags: ['E-7C'] }, async () => {
  const { info, ended } = started({ 'the database': async () => {}, 'a part that fails': () => Promise.reject(new Error('away')) });
  await vi.advanceTimersByTimeAsync(10);
  expect(ended).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(info).not.toHaveBeenCalled();
});

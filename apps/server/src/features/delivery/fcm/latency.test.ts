import { expect, test } from 'vitest';
import { createLatency } from './latency.ts';

test('the quickest reply of this window and the one before it counts', { tags: ['issue-17'] }, () => {
  const latency = createLatency();
  expect(latency.ms()).toBe(0);
  latency.note(20, 1_000);
  latency.note(90, 2_000);
  expect(latency.ms()).toBe(20);
  latency.note(100, 6_500);
  expect(latency.ms()).toBe(20);
  latency.note(100, 12_000);
  expect(latency.ms()).toBe(100);
});

test('fast replies from before a pause do not limit sending after it', { tags: ['issue-17'] }, () => {
  const latency = createLatency();
  latency.note(2, 1_000);
  latency.note(100, 3_600_000);
  expect(latency.ms()).toBe(100);
});

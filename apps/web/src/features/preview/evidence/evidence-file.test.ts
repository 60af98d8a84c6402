import type { Evidence } from '@endcap/contract/preview';
import { expect, test } from 'vitest';
import { evidenceJson, evidenceName } from './evidence-file.ts';

// Evidence with only the fields that these tests need.
const told = (label: string, storeNo: number | null = 118) =>
  ({ at: '2026-03-12T17:05:00.000Z', viewer: { store: storeNo === null ? null : { storeNo } }, label }) as unknown as Evidence;

test(
  'the file means the same wherever it is opened: nothing in it is markup, and no sign turns what follows',
  { tags: ['PREV-08'] },
  () => {
    const label = '<script>alert(1)</script> & \u202Egnp.exe\u2028„Żurek” 🥐';
    const text = evidenceJson(told(label));
    expect(text).not.toMatch(/[<>&\u2028\u202e]/);
    expect(text).toContain('„Żurek” 🥐');
    expect((JSON.parse(text) as { label: string }).label).toBe(label);
  },
);

test('the file is called by the store and the instant, in Warsaw', { tags: ['PREV-08'] }, () => {
  expect(evidenceName(told(''))).toBe('evidence_118_2026-03-12_18-05.json');
  expect(evidenceName(told('', null))).toBe('evidence_2026-03-12_18-05.json');
});

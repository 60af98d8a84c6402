import type { Evidence } from '@endcap/contract/preview';
import { expect, test } from 'vitest';
import { evidenceJson, evidenceName } from './evidence-file.ts';

// Evidence with only the fields that these tests need.
const evidenceOf = (label: string, storeNo: number | null = 118) =>
  ({ at: '2026-03-12T17:05:00.000Z', viewer: { store: storeNo === null ? null : { storeNo } }, label }) as unknown as Evidence;

test('escapes markup and characters that change the text direction, so that the file is safe in any viewer', { tags: ['PREV-08'] }, () => {
  const label = '<script>alert(1)</script> & \u202Egnp.exe\u2028„Żurek” 🥐';
  const text = evidenceJson(evidenceOf(label));
  expect(text).not.toMatch(/[<>&\u2028\u202e]/);
  expect(text).toContain('„Żurek” 🥐');
  expect((JSON.parse(text) as { label: string }).label).toBe(label);
});

test('the file is called by the store and the instant, in Warsaw', { tags: ['PREV-08'] }, () => {
  expect(evidenceName(evidenceOf(''))).toBe('evidence_118_2026-03-12_18-05.json');
  expect(evidenceName(evidenceOf('', null))).toBe('evidence_2026-03-12_18-05.json');
});

import { contentTypes } from '@endcap/contract/content';
import { expect, test } from 'vitest';
import { demoContent } from './demo-data.ts';

test('the demo chain has an item of every type', () => {
  const seeded = new Set(demoContent(0).map(({ body }) => body['contentType']));
  expect(contentTypes.filter((type) => !seeded.has(type))).toEqual([]);
});

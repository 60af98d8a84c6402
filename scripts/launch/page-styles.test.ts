import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../apps/web');
const files = [
  'index.html',
  ...readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join('src', name)),
];

test('no CSS rule uses :has() on the root, since every change would then restyle the whole page', { tags: ['ux-28'] }, () => {
  const asking = files.flatMap((file) =>
    [
      ...readFileSync(join(web, file), 'utf8').matchAll(
        /(?:^|[\s,}])(?::root|html|body|\[data-(?:start|mantine)[^\]]*\])(?:[:.[][^\s,{]*)?:has\(/gm,
      ),
    ].map(([rule]) => `${file}: ${rule.trim()}`),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(asking).toEqual([]);
});

import { existsSync, globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsIn, linksIn } from './read-document.ts';

/** Links of a document that lead to no file, or to no heading of it. */
const brokenIn = (file: string): string[] =>
  linksIn(file).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), decodeURIComponent(path));
    if (!existsSync(target)) return true;
    return anchor !== undefined && (statSync(target).isDirectory() || !anchorsIn(target).has(anchor));
  });

test('every relative link of the documents leads to a file, and to a heading of it', { tags: ['OPS-12'] }, () => {
  const documents = globSync(['*.md', '{docs,deploy}/**/*.md']);
  expect(documents.length).toBeGreaterThan(80);
  expect(documents.flatMap((file) => brokenIn(file).map((link) => `${file}: ${link}`))).toEqual([]);
});

test('every document for operators is found from their index, and that from the README', { tags: ['OPS-12'] }, () => {
  const index = 'docs/operators/README.md';
  const reached = new Set([index]);
  for (const file of reached)
    for (const link of linksIn(file).filter((its) => /\.md(#|$)/.test(its))) {
      const target = relative('.', join(dirname(file), link.split('#')[0] ?? ''));
      if (target.startsWith('docs/operators/')) reached.add(target);
    }
  expect(globSync('docs/operators/*.md').filter((file) => !reached.has(file))).toEqual([]);
  expect(linksIn('README.md')).toContain(index);
});

test('a link to a file or heading that is not there is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-links-'));
  const file = join(folder, 'a.md');
  writeFileSync(
    file,
    '# One `two`: [three](x)\n## Same\n## Same\n[a](#one-two-three) [b](a.md#same-1) [c](a.md#same-2) [d](b.md) [e](https://example.org/x)\n```md\n[f](c.md)\n```\n`[g](d.md)`',
  );
  expect(brokenIn(file)).toEqual(['x', 'a.md#same-2', 'b.md']);
  rmSync(folder, { recursive: true });
});

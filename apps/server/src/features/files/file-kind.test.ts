import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileKind } from './file-kind.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-kind-'));
afterAll(() => rmSync(folder, { recursive: true }));
const kindOf = (bytes: Buffer | string) => {
  writeFileSync(join(folder, 'a.jpg'), bytes);
  return fileKind(join(folder, 'a.jpg'));
};

test(
  'the first bytes decide the kind of a file, not its name; only a pdf may have other bytes before them',
  { tags: ['FILE-09'] },
  async () => {
    const jpg = Buffer.from('ffd8ffe0', 'hex');
    expect(await kindOf(jpg)).toBe('jpg');
    expect(await kindOf('GIF89a')).toBe('gif');
    expect(await kindOf('<script></script>')).toBeUndefined();
    for (const bytes of [jpg, 'GIF89a', 'BM'])
      expect(await kindOf(Buffer.concat([Buffer.from('<script>'), Buffer.from(bytes)]))).toBeUndefined();
    expect(await kindOf('scanned%PDF-1.4')).toBe('pdf');
  },
);

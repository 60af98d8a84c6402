import { randomUUID } from 'node:crypto';
import { fileRoutes } from '@endcap/contract/files';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { hostileImages, hostilePdfs } from '../../../test/hostile-files.ts';
import { pdfWith } from '../../../test/pdf.ts';
import { folderStorage } from '../../platform/files/folder-storage.ts';
import { createPageCount } from './count-pages.ts';

let world: FreshWorld;
let token: string;
beforeAll(async () => {
  world = await freshWorld();
  token = await world.tokenOf('admin');
});
afterAll(() => world.close());

/** Allowed growth of peak memory. Other tests share the process, which receives files of a few megabytes at most here. */
const GROWTH_MB = 200;
const peakMb = (): number => process.resourceUsage().maxRSS / 1024;

const multipart = (bytes: Buffer) => ({
  payload: Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ]),
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
});
const uploadFile = async (bytes: Buffer): Promise<number> => (await world.staff(fileRoutes.upload, { token, ...multipart(bytes) })).status;
const uploadKnowledge = async (bytes: Buffer): Promise<number> => {
  const { method, path } = knowledgeRoutes.create;
  return (await world.staff(`${method as 'POST'} ${path}`, { token, ...multipart(bytes) })).status;
};

test.each(Object.entries({ ...hostilePdfs, ...hostileImages }))(
  'a hostile file does not grow the process that answers: %s',
  { tags: ['E-26'] },
  async (_name, make) => {
    const bytes = make();
    const before = peakMb();
    for (const upload of [uploadFile, uploadKnowledge]) expect([201, 415, 422]).toContain(await upload(bytes));
    expect(peakMb() - before).toBeLessThan(GROWTH_MB);
    expect(await uploadFile(pdfWith(['jeden']))).toBe(201);
  },
);

test.each(Object.entries(hostilePdfs))(
  'checking a link to a hostile pdf that is stored does not grow the process: %s',
  { tags: ['E-26'] },
  async (_name, make) => {
    const storage = folderStorage(world.world.config.ENDCAP_FILES_DIR);
    const name = `${randomUUID().replaceAll('-', '')}.pdf`;
    await storage.put(name, make());
    const before = peakMb();
    const pages = await createPageCount({ storage })(`file:${name}`);
    expect(pages === null || pages <= 1).toBe(true);
    expect(peakMb() - before).toBeLessThan(GROWTH_MB);
  },
);

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { copyCheckout } from '../test/copied-checkout.ts';
import { type Product, startProduct } from '../test/running-product.ts';
import { tokenOf } from '../test/token-of.ts';

const TUTORIAL = 'docs/start/tutorial.md';
const checkout = copyCheckout();
let product: Product | undefined;
afterAll(async () => {
  await product?.stop();
  checkout.remove();
});

const run = (command: string, input?: string) => {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], { cwd: checkout.folder, encoding: 'utf8', input });
  return { status, output: `${stdout}${stderr}` };
};
/** Next free migration number, which replaces the outdated one of the page. */
const newest = Math.max(...readdirSync('apps/server/migrations').map((name) => Number.parseInt(name, 10) || 0));
const nextNumber = String(newest + 1).padStart(4, '0');
const tutorial = readFileSync(TUTORIAL, 'utf8').replaceAll(/\b\d{4}(?=-store-parking)/g, nextNumber);
/** The commands and changes that a reader enters, in order. */
const blocks = [...tutorial.matchAll(/^(<!-- fails on purpose -->\n)?```(diff|sh)\n([\s\S]*?)^```$/gm)].map(
  ([, fails, kind = '', text = '']) => ({ fails: fails !== undefined, kind, text }),
);

test('the steps of the tutorial add a store field that the app API returns, and its checks pass', async () => {
  for (const { fails, kind, text } of blocks) {
    if (text.startsWith('npm run dev')) {
      product = await startProduct({ isDev: true, code: checkout.folder, env: { ENDCAP_SEED_DEVICES: '500' } });
      continue;
    }
    const { status, output } = kind === 'diff' ? run('git apply --whitespace=nowarn -', text) : run(text);
    expect({ text, failed: status !== 0 }, output).toEqual({ text, failed: fails });
  }
  if (!product) throw new Error('The tutorial starts nothing.');
  const { adminUrl, appUrl, issuer, phoneUrl } = product;

  type Seen = { items: { _id: string; parking?: boolean }[] };
  const onPhones = async (): Promise<Seen> => (await fetch(`${appUrl}/app/v1/stores`)).json() as Promise<Seen>;
  await expect
    .poll(() =>
      onPhones().then(
        ({ items }) => items[0]?.parking,
        () => undefined,
      ),
    )
    .toBe(false);
  const id = (await onPhones()).items[0]?._id;
  const saved = await fetch(`${adminUrl}/api/v1/store-editor/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await tokenOf(issuer, 'admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parking: true }),
  });
  expect([saved.status, await saved.json()]).toEqual([200, expect.objectContaining({ parking: true })]);
  await expect.poll(async () => (await onPhones()).items.find(({ _id }) => _id === id)?.parking).toBe(true);
  // The page in the browser and the page of the phone are served with the changes.
  expect(await (await fetch(`${adminUrl}/src/features/stores/editor/store-form.ts`)).text()).toContain('Car park');
  expect(await (await fetch(`${phoneUrl}/services.js`)).text()).toContain('store.parking');
});

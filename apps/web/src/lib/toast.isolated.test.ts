import { expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('navigator', { onLine: true });
vi.stubGlobal('fetch', async () => new Response());
const library = vi.hoisted(() => ({ isThere: false, shown: [] as string[] }));
vi.mock('@mantine/notifications', () => {
  if (!library.isThere) throw new Error('gone');
  return { notifications: { show: ({ title }: { title: string }) => library.shown.push(title) } };
});
const { retryMissing } = await import('./late-code.ts');
const { toast, toastHost } = await import('./toast.ts');
const content = (title: string) => ({ title, body: '', closeLabel: '' });

test('of toasts that could not be shown another try shows the newest alone; then each is shown', { tags: ['D-49', 'F74'] }, async () => {
  for (const title of ['first', 'second', 'third']) toast.failure(content(title));
  await vi.dynamicImportSettled();
  expect([library.shown, toastHost.get()]).toEqual([[], false]);
  library.isThere = true;
  await expect
    .poll(() => {
      retryMissing();
      return library.shown;
    })
    .toEqual(['third']);
  toast.success(content('fourth'));
  toast.success(content('fifth'));
  expect(library.shown).toEqual(['third', 'fourth', 'fifth']);
});

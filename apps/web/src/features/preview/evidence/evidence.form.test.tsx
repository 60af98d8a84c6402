import type { FieldProblemCode } from '@endcap/contract/core';
import { evidenceRoutes, previewRoutes } from '@endcap/contract/preview';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { answer, refuse } from '../../../../test/stand-in-api.ts';

const open = (search: Record<string, string>, codes?: FieldProblemCode[]) =>
  openScreen(`/evidence?${new URLSearchParams(search)}`, {
    language: 'en',
    answers: codes ? [answer(evidenceRoutes.read, refuse('invalid', { fields: { at: codes } }))] : [],
  });

test('shows a hint to choose a moment, and loads nothing, when the address has none', { tags: ['PREV-08'] }, async () => {
  const { findByRole, api } = await open({});
  await findByRole('heading', { name: 'Choose a customer and a moment' });
  expect([...api.requestsOf(evidenceRoutes.read), ...api.requestsOf(previewRoutes.show)]).toEqual([]);
});

test.each([
  ['2001-05-05T10:00:00Z', 'beforeHistory', 'This is before the history begins'],
  ['2090-05-05T10:00:00Z', 'inFuture', 'This must be a moment of the past'],
] as const)('shows why there is no evidence of %s', { tags: ['PREV-08'] }, async (at, code, words) => {
  const { findByRole, api } = await open({ at, store: 'nosuchstore' }, [code]);
  expect(await findByRole('alert')).toHaveTextContent(words);
  expect(api.requestsOf(evidenceRoutes.read)[0]?.body).toMatchObject({ at: new Date(at).toISOString(), storeId: 'nosuchstore' });
});

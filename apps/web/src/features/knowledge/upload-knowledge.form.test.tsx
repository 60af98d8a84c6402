import { type ProblemCode, problems } from '@endcap/contract/core';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { pageOf } from '../../../test/shop.ts';
import { answer } from '../../../test/stand-in-api.ts';

/** Rejects every upload with a code. Files are the only requests not sent by `fetch`. */
const refuseUploads = (code: ProblemCode): void => {
  class Refused {
    readonly upload = {};
    readonly status = problems[code];
    readonly responseText = JSON.stringify({ error: { code, message: '' } });
    onload = (): void => {};
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Refused);
};

test('explains that too many files wait when an upload is rejected for that', { tags: ['E-26', 'KNOW-LIST-15'] }, async () => {
  const { findField, findByRole, user } = await openScreen('/knowledge', {
    language: 'pl',
    answers: [answer(knowledgeRoutes.list, pageOf([]))],
  });
  refuseUploads('too_many_requests');
  await user.upload(await findField('Prześlij plik'), new File(['Rzodkiewki od marca.'], 'rzodkiewki.md'));
  const alert = await findByRole('alert');
  expect(alert).toHaveTextContent('Nie dodano pliku rzodkiewki.md');
  expect(alert).toHaveTextContent('Za dużo plików czeka na odczytanie.');
});

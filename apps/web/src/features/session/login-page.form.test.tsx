import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';

test('takes a language before anybody has signed in, which is that of all that follows', { tags: ['D-4C'] }, async () => {
  const { findByRole, user, button } = await openScreen('/login', { as: 'nobody', language: 'pl' });
  await findByRole('button', { name: 'Zaloguj się' });
  await user.click(button('English'));
  await findByRole('button', { name: 'Log In' });
  expect(button('English')).toHaveAttribute('aria-pressed', 'true');
  expect(button('Polski')).toHaveAttribute('aria-pressed', 'false');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'en'));
  expect(localStorage.getItem('endcap.language')).toBe('"en"');
});

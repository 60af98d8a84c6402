import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { loadAhead } from './load-ahead.ts';

test('no screen is loaded ahead where the browser is to save data', { tags: ['D-49'] }, async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  // Else it would wait for somebody to sign in.
  await expect(loadAhead(new QueryClient())).resolves.toBeUndefined();
  Reflect.deleteProperty(navigator, 'connection');
});

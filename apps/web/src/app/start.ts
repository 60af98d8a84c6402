import './no-eval.ts';
import './needs-site-data.ts';
import { prefetch } from '../lib/prefetch.ts';
import { session } from '../lib/current-session.ts';
import { type ScreenPath, screenPathAt } from '../lib/paths.ts';
import { firstData, firstDataOfEmployee } from './first-data.ts';
import { preload } from './preload.ts';

// The first script. It is small, and starts requests that run while the large scripts load.

/** Applies the chosen colour scheme before the first paint. */
const applyColorScheme = (): void => {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen;
};

const prefetchFor = (path: ScreenPath, isAdmin: boolean): void => {
  const addressesOf = (isAdmin ? firstData : firstDataOfEmployee)[path];
  if (addressesOf && location.search === '')
    for (const address of addressesOf(location.pathname.split('/').at(-1) ?? '')) prefetch(address);
};

applyColorScheme();
const path = screenPathAt(location.pathname);
const person = session.get()?.person;
if (person && path) {
  // Only for a signed-in person (AUTH-15).
  document.documentElement.dataset['start'] = 'frame';
  prefetchFor(path, person.isAdmin);
}
if (path) preload(path);

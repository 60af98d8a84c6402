import './no-eval.ts';
import './needs-site-data.ts';
import { askAhead } from '../lib/asked-ahead.ts';
import { session } from '../lib/kept-session.ts';
import { type ScreenPath, screenPathAt } from '../lib/paths.ts';
import { firstData, firstDataOfEmployee } from './first-data.ts';
import { preload } from './preload.ts';

// The first script, small and before everything else: what it starts is on its way while the large ones load.

/** The colours that the person chose, before anything is painted. */
const takeAppearance = (): void => {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen;
};

const askFor = (path: ScreenPath, isAdmin: boolean): void => {
  const asks = (isAdmin ? firstData : firstDataOfEmployee)[path];
  if (asks && location.search === '') for (const address of asks(location.pathname.split('/').at(-1) ?? '')) askAhead(address);
};

takeAppearance();
const path = screenPathAt(location.pathname);
const person = session.get()?.person;
if (person && path) {
  // AUTH-15: for somebody who is signed in only.
  document.documentElement.dataset['start'] = 'frame';
  askFor(path, person.isAdmin);
}
if (path) preload(path);

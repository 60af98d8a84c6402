import './start.ts';
import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem, onForbidden } from '../lib/api.ts';
import { connection } from '../lib/connection.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';
import { HintHost } from '../ui/hint-host.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { loadAhead } from './load-ahead.ts';
import { router } from './router.ts';
import { toSignIn } from './routes/frame.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

// Queries are retried once. Then the error is shown, so that people do not wait in front of skeletons (D-53).
const RETRIES = 1;
const RETRY_DELAY_MS = 500;
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Only errors that may be temporary are retried, such as no connection or no database.
      retry: (failures, error) => failures < RETRIES && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 500),
      retryDelay: RETRY_DELAY_MS,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// When a session ends (expiry, 401, another tab), protected data is removed from memory and screen (AUTH-25, A24). If another person has
// signed in since, the page reloads, but not during a sign-in callback, which would be lost and shows no data.
session.subscribe(() => {
  if (session.get()) return;
  client.clear();
  const { pathname, href } = router.state.location;
  if (session.isOthers()) {
    if (pathname !== paths.loginCallback) location.reload();
  } else if (!pathname.startsWith(paths.login)) void router.navigate({ to: paths.login, search: toSignIn(href), replace: true });
});

// Refetches failed and stale queries when the connection returns (ux 22). Writes are never retried automatically.
connection.subscribe(() => {
  if (connection.silentSince() === null)
    void client.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' || query.isStale() });
});
void loadAhead(client);

// The menu follows changed rights. The router checks again if the current screen is still allowed (Z20).
onForbidden(() => void import('../lib/rights.ts').then(({ refreshRights }) => refreshRights()));
let wasAdmin = session.get()?.person.isAdmin;
session.subscribe(() => {
  const isAdmin = session.get()?.person.isAdmin;
  if (isAdmin === undefined || isAdmin === wasAdmin) return;
  wasAdmin = isAdmin;
  void router.invalidate();
});

// Safari has no Temporal. Code that needs it is loaded with its screen, after this.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

const rootElement = document.getElementById('root') ?? document.body;
// Hides the painted frame once the page has a `main`. A CSS rule with `:has(main)` would restyle the whole page with each letter.
new MutationObserver((_, observer) => {
  if (rootElement.querySelector('main') === null) return;
  observer.disconnect();
  delete document.documentElement.dataset['start'];
}).observe(rootElement, { childList: true, subtree: true });

createRoot(rootElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <ToastHost />
      <HintHost />
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

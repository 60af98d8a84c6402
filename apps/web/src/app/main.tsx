import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { router } from './router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

const RETRIES = 2;
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Only what may go away by itself is tried again: no connection, no database.
      retry: (failures, error) => failures < RETRIES && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// However a session ends (expiry, 401, another tab), protected data leave the memory and the screen (AUTH-25, A24).
session.subscribe(() => {
  if (session.get()) return;
  client.clear();
  const { pathname, href } = router.state.location;
  if (!pathname.startsWith(paths.login)) void router.navigate({ to: paths.login, search: { returnTo: href }, replace: true });
});

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <ToastHost />
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

import { presenceRoutes } from '@endcap/contract/presence';
import { fileRoutes } from '@endcap/contract/files';
import { myStoreRoutes, sessionRoutes } from '@endcap/contract/session';
import { storeRoutes } from '@endcap/contract/stores';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import { router as pageRouter } from '../src/app/router.ts';
import { cssVariablesResolver, theme } from '../src/app/theme.ts';
import { chooseLanguage, type Language } from '../src/lib/language.tsx';
import { selectedStore } from '../src/lib/selected-store.ts';
import { session } from '../src/lib/session.ts';
import { HintHost } from '../src/ui/hint-host.tsx';
import { ToastHost } from '../src/ui/toast-host.tsx';
import { answer, type StandIn, standInApi } from './stand-in-api.ts';
import { pageOf, stores } from './shop.ts';

const TOKEN_MS = 3_600_000;

type Visit = {
  /** `nobody`: signed out. */
  as?: 'admin' | 'staff' | 'no-store' | 'nobody';
  language?: Language;
  answers?: StandIn[];
  /** Retains the drafts and the selected store of an earlier screen in the same test, as a reload does. */
  reloaded?: boolean;
};

/** Replies to the requests that every screen makes. */
const shell: StandIn[] = [
  answer(storeRoutes.list, pageOf(stores)),
  answer(storeRoutes.subscription, {}),
  answer(sessionRoutes.lastLogin, { lastLoginDate: null }),
  answer(presenceRoutes.here, { others: [], elsewhere: false }),
  answer(presenceRoutes.leave, undefined),
  answer(fileRoutes.facts, { name: null, size: 17_000, pages: null }),
];
const shellOfStaff: StandIn[] = [
  answer(myStoreRoutes.read, { name: 'Koszyk Warszawa Marszałkowska' }),
  answer(sessionRoutes.rights, { id: 'staff-1', isAdmin: false, storeId: '101' }),
];

/**
 * Opens a screen at its address with the real router, shell, theme, languages and queries. Its requests are answered from the routes of the
 * contract; a request that no stand-in answers fails the test, as does an error in the console.
 */
export const openScreen = async (address: string, { as = 'admin', language, answers = [], reloaded = false }: Visit = {}) => {
  const api = standInApi([...shell, ...shellOfStaff, ...answers]);
  vi.stubGlobal('fetch', api.fetch);
  const errors = vi.spyOn(console, 'error');
  if (!reloaded) localStorage.clear();
  if (language) chooseLanguage(language);
  if (as === 'nobody') {
    session.leave();
    session.end();
  } else
    session.begin({
      accessToken: 'token',
      idToken: null,
      expiresAt: Date.now() + TOKEN_MS,
      person: { id: as, name: 'Anna Wójcik', picture: null, isAdmin: as === 'admin', storeClaim: as === 'staff' ? '101' : null },
    });
  if (!reloaded) selectedStore.set(null);
  const client = new QueryClient({
    defaultOptions: {
      queries: { retryDelay: 0, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const router = createRouter({ ...pageRouter.options, history: createMemoryHistory({ initialEntries: [address] }) });
  const user = userEvent.setup({ delay: null });
  const { unmount } = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <ToastHost />
      <HintHost />
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  onTestFinished(() => {
    unmount();
    client.clear();
    notifications.clean();
    expect(api.failures).toEqual([]);
    expect(errors.mock.calls).toEqual([]);
  });
  const page = within(document.body);
  /** A field, by the exact words of its label; a star marks it as required. */
  const named = (label: string) => new RegExp(`^${label.replace(/[()]/g, String.raw`\$&`)}( \\*)?$`);
  return {
    ...page,
    user,
    api,
    /** Closes the screen, before another one is opened in the same test. */
    unmount,
    /** Returns the current address of the router. */
    address: (): string => router.state.location.href,
    /** The browser's Back. */
    back: (): void => act(() => router.history.back()),
    field: (label: string) => page.getByLabelText(named(label), { selector: 'input, textarea, select' }),
    findField: (label: string) => page.findByLabelText(named(label), { selector: 'input, textarea, select' }),
    button: (name: string | RegExp) => page.getByRole('button', { name }),
    /** Puts a whole text into a field at once, as a paste does. */
    fill: (field: HTMLElement, text: string): void => {
      act(() => field.focus());
      fireEvent.change(field, { target: { value: text } });
    },
    /** Types a text and chooses the first option found. */
    pick: async (picker: HTMLElement, text: string): Promise<void> => {
      await user.click(picker);
      fireEvent.change(picker, { target: { value: text } });
      await waitFor(() => expect(document.querySelector('[role=listbox] [role=option]')).not.toBeNull());
      await user.keyboard('{Enter}');
    },
  };
};

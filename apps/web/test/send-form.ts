import { contentRoutes } from '@endcap/contract/content';
import { linkRoutes } from '@endcap/contract/links';
import { attentionRoutes, notificationRoutes, repeatedRoutes, savedAudienceRoutes } from '@endcap/contract/notifications';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { startOfDay, warsawDay } from '@endcap/contract/warsaw-time';
import { openScreen } from './open-screen.tsx';
import { pageOf } from './shop.ts';
import { answer, type StandIn } from './stand-in-api.ts';

const { canSend, estimate } = notificationRoutes;
/** Reply of the server that allows sending. */
export const free = answer(canSend, { canSend: true, reason: null });
/** Replies to the requests of the send form. */
export const sendable: StandIn[] = [
  free,
  answer(estimate, { devices: 12_000, stores: 40, everyone: true, total: 12_000 }),
  answer(storeGroupRoutes.list, pageOf([])),
  answer(savedAudienceRoutes.list, { saved: [], used: [] }),
  answer(attentionRoutes.forecast, {}),
  answer(repeatedRoutes.repeated, { earlier: null }),
  answer(tradingDayRoutes.opening, {}),
  answer(linkRoutes.checkSent, { link: null }),
  answer(contentRoutes.published, []),
];
/** Returns the day in Warsaw `days` days from now. */
export const inDays = (days: number): string => warsawDay(startOfDay(warsawDay(new Date()), days));

/** Opens the send form. */
export const openForm = async (
  answers: StandIn[] = [],
  as: 'admin' | 'staff' | 'no-store' = 'admin',
  { search = '', reloaded = false }: { search?: string; reloaded?: boolean } = {},
) => {
  const screen = await openScreen(`/notification/new${search}`, { as, language: 'pl', reloaded, answers: [...sendable, ...answers] });
  await screen.findByRole('heading', { name: /^(Nowe powiadomienie|Plan powiadomienia)$/ });
  return {
    ...screen,
    write: (title = 'Tytuł', text = 'Treść'): void => {
      screen.fill(screen.field('Tytuł'), title);
      screen.fill(screen.field('Treść'), text);
    },
    send: () => screen.getByRole('button', { name: /^Wyślij( do klientów sklepu .+)?( \([\d\s]+\))?$/ }),
    sendTest: () => screen.getByRole('button', { name: 'Wyślij test' }),
    blocked: () => screen.getByTestId('blocked'),
    chooseStore: (number: number) => screen.pick(screen.getByRole('combobox', { name: 'Wybrany sklep' }), String(number)),
  };
};

import { z } from 'zod';
import { AppVersion } from '../app-version/index.ts';
import { code, foreignId, Id, route } from '../core/index.ts';

/** A popup as phones get it. `remaining` is `repeat` minus the times that the device has shown it. */
export const AppPopup = z.object({ _id: Id, text: z.string(), repeat: z.number().int(), remaining: z.number().int() });
export type AppPopup = z.infer<typeof AppPopup>;
/** @public OpenAPI calls it by this name. */
export const AppPopups = z.object({ items: z.array(AppPopup) });

export const appPopupRoutes = {
  list: route({
    method: 'GET',
    path: '/app/v1/popups',
    // APP-06
    summary: 'Popups for an app version in the order in which they were made; with a device, without those it has shown often enough',
    access: 'anyone',
    query: z.object({ appVersion: AppVersion }),
    reply: AppPopups,
    prepared: true,
    // Of a device secret that is sent and unknown.
    refuses: ['unauthenticated'],
  }),
  shown: route({
    method: 'POST',
    path: '/app/v1/popups/:popupId/shown',
    summary: 'Reports a showing; the same showing counts once',
    access: 'device',
    params: z.object({ popupId: Id }),
    body: z.object({ showingId: z.string(code('required')).trim().pipe(foreignId(100)).meta({ maxLength: 100 }) }),
    reply: null,
    status: 204,
  }),
};

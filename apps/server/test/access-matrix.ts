/** Those who knock: nobody we know, staff, an administrator, two phones and a program. */
export const identities = [
  'nobody',
  'garbage',
  'expired',
  'foreign audience',
  're-spelt after sign-out',
  'no store',
  'store A',
  'store B',
  'administrator',
  'device',
  'another device',
  'import token',
] as const;

const unknown = '401 401 401 401 401';
const phones = '401 401';
/** Administrators get `then`, the rest of the staff 403, all others 401. */
const admin = (then: number): string => `${unknown} 403 403 403 ${then} ${phones} 401`;
/** What somebody without a store, store A, store B and an administrator get; what is asked about is store A's. */
const staff = (noStore: number, a = noStore, b = noStore, administrator = noStore): string =>
  `${unknown} ${noStore} ${a} ${b} ${administrator} ${phones} 401`;
/** What the device that is asked about and another one get. */
const device = (own: number, other = own): string => `${unknown} 401 401 401 401 ${own} ${other} 401`;
const service = (then: number): string => `${unknown} 401 401 401 401 ${phones} ${then}`;
const anyone = (then: number): string => Array.from(identities, () => then).join(' ');

const content = '/api/v1/content-editor';
const notification = '/api/v1/notification-editor';
const edited = (base: string, id: string): Record<string, string> => ({
  [`GET ${base}/list`]: admin(200),
  [`GET ${base}/:${id}`]: admin(200),
  [`POST ${base}`]: admin(422),
  [`PATCH ${base}/:${id}`]: admin(422),
  [`DELETE ${base}/:${id}`]: admin(404),
});

/** Writes of staff that the identity provider is asked about each time; on all others a withdrawn right may tell for a minute (A20). */
export const askedAfresh: readonly string[] = [
  `DELETE ${content}/:contentId`,
  `POST ${content}/bulk`,
  'DELETE /api/v1/popup-editor/:popupId',
  'DELETE /api/v1/knowledge-editor/:knowledgeId',
  'DELETE /api/v1/store-editor/:storeId',
  'DELETE /api/v1/store-group/:storeGroupId',
  `POST ${notification}`,
  `POST ${notification}/:notificationId/resume`,
  `POST ${notification}/:notificationId/continue`,
  'POST /api/v1/settings-editor',
  'POST /api/v1/customers/erase',
];

/** What each route answers to a call with a path alone, in the order of the identities: 422 is somebody who may and said nothing (SEC-02, Z01). */
export const accessMatrix: Readonly<Record<string, string>> = {
  ...edited(content, 'contentId'),
  ...edited('/api/v1/popup-editor', 'popupId'),
  ...edited('/api/v1/knowledge-editor', 'knowledgeId'),
  ...edited('/api/v1/store-editor', 'storeId'),
  ...edited('/api/v1/store-group', 'storeGroupId'),
  [`GET ${content}/list/published`]: staff(200),
  [`GET ${content}/list/valid`]: staff(200),
  [`GET ${content}/known-stores`]: admin(200),
  [`GET ${content}/segments`]: admin(200),
  [`GET ${content}/promothresholds/:promoId`]: admin(200),
  [`POST ${content}/bulk-preview`]: admin(422),
  [`POST ${content}/bulk`]: admin(422),
  [`POST ${content}/undo`]: admin(422),
  'GET /api/v1/content-views': admin(200),
  'PUT /api/v1/content-views/last': admin(422),
  'POST /api/v1/content-views': admin(422),
  'PATCH /api/v1/content-views/:viewId': admin(422),
  'DELETE /api/v1/content-views/:viewId': admin(204),
  [`GET ${content}/:contentId/usage`]: admin(200),
  [`GET ${content}/:contentId/availability`]: admin(200),
  [`POST ${content}/:contentId/availability-ticket`]: admin(201),
  'GET /api/v1/day-sheet': staff(400),
  'POST /api/v1/day-sheet/reports': staff(422),
  [`GET ${content}/:contentId/code-reports`]: admin(200),
  [`POST ${content}/:contentId/code-reports/:reportId/settle`]: admin(404),
  'POST /api/v1/links/check': admin(422),
  'GET /api/v1/links/:contentId': admin(200),
  'GET /api/v1/store-editor/:storeId/usage': admin(200),
  'GET /api/v1/store-group/:storeGroupId/usage': admin(200),
  'GET /api/v1/search': staff(200),
  'POST /api/v1/preview': admin(422),
  'POST /api/v1/evidence': admin(422),
  'POST /api/v1/presence': admin(422),
  'DELETE /api/v1/presence/:tab': admin(204),
  'GET /api/v1/stats/store-subscription': admin(200),
  'GET /api/v1/stats/store-subscription-earlier': admin(200),
  'GET /api/v1/stats/store-subscription/:storeId': staff(403, 200, 403, 200),
  'POST /api/v1/trading-days/opening': staff(422),
  'GET /api/v1/calendar': admin(400),
  'GET /api/v1/settings-editor': admin(200),
  'GET /api/v1/history': admin(200),
  'GET /api/v1/history/people': admin(200),
  'GET /api/v1/history/export': admin(200),
  'GET /api/v1/history/:changeId': admin(404),
  'POST /api/v1/history/export-ticket': admin(201),
  'POST /api/v1/stats/store-subscription/export': admin(422),
  'POST /api/v1/settings-editor': admin(422),
  'POST /api/v1/assistant/try': admin(422),
  'GET /api/v1/assistant/threads': admin(200),
  'GET /api/v1/assistant/threads/:id': admin(200),
  'POST /api/v1/customers/kept': admin(422),
  'POST /api/v1/customers/erase': admin(422),
  'POST /api/v1/file-upload': staff(415),
  [`GET ${notification}/list`]: staff(200),
  [`GET ${notification}/deliveries`]: staff(200),
  [`GET ${notification}/check-can-send`]: staff(200),
  [`GET ${notification}/attempt/:idempotencyKey`]: staff(404),
  [`GET ${notification}/:notificationId`]: staff(403, 200, 404, 200),
  [`GET ${notification}/:notificationId/opens`]: staff(403, 200, 404, 200),
  [`POST ${notification}`]: staff(422),
  [`POST ${notification}/audience`]: staff(422),
  [`POST ${notification}/link-check`]: staff(422),
  [`PATCH ${notification}/:notificationId`]: staff(422),
  [`POST ${notification}/:notificationId/pause`]: staff(403, 409, 404, 409),
  [`POST ${notification}/:notificationId/resume`]: staff(403, 409, 404, 409),
  [`POST ${notification}/:notificationId/continue`]: staff(403, 409, 404, 409),
  [`POST ${notification}/:notificationId/cancel`]: staff(403, 409, 404, 409),
  'GET /session/get-last-login': staff(403, 200, 200, 200),
  'GET /session/get-rights': staff(200),
  'GET /session/get-my-store': staff(404, 200, 200, 404),
  'POST /session/register-login': staff(204),
  'POST /session/logout': staff(204),
  'PUT /api/v1/import/segments': service(422),
  'PUT /api/v1/import/thresholds': service(422),
  'PUT /api/v1/import/stores': service(422),
  'GET /app/v1/content': anyone(200),
  'GET /app/v1/content/:contentId': anyone(200),
  'GET /app/v1/settings': anyone(200),
  'GET /app/v1/stores': anyone(200),
  // For nobody in particular, or for a phone; who says that he is somebody else is not let in.
  'GET /app/v1/popups': '200 401 401 401 401 401 401 401 401 200 200 401',
  'POST /app/v1/popups/:popupId/shown': device(422),
  'POST /app/v1/devices': anyone(422),
  'GET /app/v1/devices/me': device(200),
  'PATCH /app/v1/devices/me': device(422),
  'DELETE /app/v1/devices/me': device(204),
  'POST /app/v1/devices/me/tester': device(422),
  'GET /app/v1/notifications': device(200),
  'POST /app/v1/notifications/:id/delivered': device(204, 404),
  'POST /app/v1/notifications/:id/opened': device(204, 404),
  'POST /app/v1/assistant/threads': device(201),
  'POST /app/v1/assistant/threads/:threadId/messages': device(422),
  'GET /app/v1/assistant/threads/:threadId': device(200, 404),
};

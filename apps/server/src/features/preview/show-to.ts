import type { Viewer } from '@endcap/contract/audience';
import { type FieldCodes, Problem } from '@endcap/contract/core';
import { fileUrl } from '@endcap/contract/files';
import type { Preview, PreviewQuestion } from '@endcap/contract/preview';
import { appSettings, brandOf } from '@endcap/contract/settings';
import type { KnownStore } from '@endcap/contract/stores';
import type { Db } from '../../tables.ts';
import type { StillItem } from '../content/index.ts';
import { notificationsFor, type ValidNotification } from '../notifications/index.ts';
import { popupsForVersion } from '../popups/index.ts';
import { neverImportedSegments } from '../segments/index.ts';
import type { Scene, ScenePopup } from './scene.ts';
import { type SceneOptions, showFeed } from './show-feed.ts';

/** As many as an inbox has (APP-10), and those of the days around. */
const [INBOX_MOST, NOTIFICATIONS_MOST] = [200, 1_000];

/** The viewer, and the instant that the preview shows, in milliseconds. */
type ViewerQuery = Pick<PreviewQuestion, 'storeId' | 'segments' | 'appVersion'> & { at: number };
/** `from` and `until` bound the notifications that are read; `now` is the present. All in milliseconds. */
type ShowQuery = ViewerQuery & { from: number; until: number; now: number };

export type PreviewViewer = Viewer & { store: KnownStore | null; segments: readonly string[]; appVersion: string };

export const viewerOf = async (db: Db, { stores }: Scene, { storeId, segments, appVersion, at }: ViewerQuery): Promise<PreviewViewer> => {
  const store = storeId === null ? null : stores.get(storeId);
  const fields: FieldCodes = {};
  if (store === undefined) fields['storeId'] = ['unknown'];
  if (segments.length > 0 && (await neverImportedSegments(db, segments)).length > 0) fields['segments'] = ['unknown'];
  if (store === undefined || fields['segments']) throw new Problem('invalid', `Unknown: ${Object.keys(fields).join(', ')}`, fields);
  return { store, segments, appVersion, at };
};

const inboxAt = (notifications: readonly ValidNotification[], at: number): Preview['notifications'] =>
  notifications
    .filter(({ arrivedAt, validUntil }) => arrivedAt.getTime() <= at && validUntil.getTime() > at)
    .slice(0, INBOX_MOST)
    .map(({ _id, title, content, url, image, sentAt, validUntil, safety }) => ({
      _id,
      title,
      content,
      url,
      ...(safety && { safety: true as const }),
      image: image && fileUrl(image),
      sentAt: sentAt.toISOString(),
      validUntil: validUntil.toISOString(),
    }));

const hasText = (popup: ScenePopup): popup is ScenePopup & { text: string } => popup.text !== null;

type Shown = Omit<Preview, 'at' | 'isPast' | 'hidden' | 'hiddenTotal' | 'changes' | 'names'>;
type ShownTo = {
  viewer: PreviewViewer;
  shown: Shown;
  /** Ids of all items that the viewer sees, also beyond the limit of the response. */
  seen: ReadonlySet<string>;
  candidates: readonly StillItem[];
  notifications: readonly ValidNotification[];
};

/** Returns what a customer is shown in a scene, by the code that serves phones (PREV-01). */
export const showTo = async (db: Db, options: SceneOptions, query: ShowQuery): Promise<ShownTo> => {
  const { scene, laid } = options;
  const { at, from, until, now } = query;
  const viewer = await viewerOf(db, scene, query);
  const candidates = scene.feed.candidates(query.storeId, laid);
  const { fed, seen } = await showFeed(db, { ...options, candidates }, viewer);
  const notifications = await notificationsFor(db, query.storeId, {
    from: new Date(from),
    until: new Date(until),
    at: new Date(at),
    now: new Date(now),
    most: NOTIFICATIONS_MOST,
  });
  const { popups, settings } = scene;
  return {
    viewer,
    seen,
    candidates,
    notifications,
    shown: {
      store: viewer.store,
      brand: brandOf(settings),
      ...fed,
      popups: popupsForVersion(popups.filter(hasText), viewer.appVersion),
      settings: appSettings(settings, ''),
      notifications: inboxAt(notifications, at),
    },
  };
};

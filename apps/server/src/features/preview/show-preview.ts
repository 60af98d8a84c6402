import type { Viewer } from '@endcap/contract/audience';
import { type FieldCodes, fieldProblem, Problem } from '@endcap/contract/core';
import { fileUrl } from '@endcap/contract/files';
import { CHANGES_MOST, type HiddenItem, type Preview, type PreviewQuestion } from '@endcap/contract/preview';
import { appSettings, brandOf } from '@endcap/contract/settings';
import { inOneState, tryInOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { notificationsFor, type ValidNotification } from '../notifications/index.ts';
import { createPast } from '../past/index.ts';
import { popupsForVersion } from '../popups/index.ts';
import { unknownSegments } from '../segments/index.ts';
import { namesOf } from '../store-groups/index.ts';
import { around, changesAround } from './changes-around.ts';
import { createKeptScene } from './keep-scene.ts';
import { layOver } from './lay-over.ts';
import { createPastScenes } from './past-scene.ts';
import type { Scene, ScenePopup } from './scene.ts';
import { showFeed } from './show-feed.ts';
import { tellHidden } from './tell-hidden.ts';

/** As many as an inbox has (APP-10), and those of the days around. */
const [INBOX_MOST, NOTIFICATIONS_MOST] = [200, 1_000];

type PreviewViewer = Viewer & { appVersion: string };

const viewerOf = async (db: Db, { stores }: Scene, asked: PreviewQuestion, at: number): Promise<PreviewViewer> => {
  const { storeId, segments, appVersion } = asked;
  const store = storeId === null ? null : stores.get(storeId);
  const fields: FieldCodes = {};
  if (store === undefined) fields['storeId'] = ['unknown'];
  if (segments.length > 0 && (await unknownSegments(db, segments)).length > 0) fields['segments'] = ['unknown'];
  if (store === undefined || fields['segments']) throw new Problem('invalid', `Unknown: ${Object.keys(fields).join(', ')}`, fields);
  return { store, segments, appVersion, at };
};

const inboxAt = (notifications: readonly ValidNotification[], at: number): Preview['notifications'] =>
  notifications
    .filter(({ sentAt, validUntil }) => sentAt.getTime() <= at && validUntil.getTime() > at)
    .slice(0, INBOX_MOST)
    .map(({ image, sentAt, validUntil, ...item }) => ({
      ...item,
      image: image && fileUrl(image),
      sentAt: sentAt.toISOString(),
      validUntil: validUntil.toISOString(),
    }));

const groupsIn = (hidden: readonly HiddenItem[]): string[] => [
  ...new Set(
    hidden.flatMap(({ because }) =>
      because.flatMap((hiding) => (hiding.because === 'groupExcluded' ? [...hiding.groups, ...hiding.formerGroups] : [])),
    ),
  ),
];

const hasText = (popup: ScenePopup): popup is ScenePopup & { text: string } => popup.text !== null;

type Deps = { db: Database; now: () => Date; appScheme: string };
type Told = { stored: Scene; isPast: boolean; edits: readonly number[]; asked: PreviewQuestion; at: number };

/** PREV-01 to PREV-07: what a customer sees at an instant, and why not more; everything in one answer is of one state of the database. */
export const createPreview = ({ db, now, appScheme }: Deps): ((asked: PreviewQuestion) => Promise<Preview>) => {
  const presentScene = createKeptScene();
  const past = createPast({ db });
  const pastScene = createPastScenes(past);

  /** When somebody edited something, to either side of an instant. */
  const editsAround = async (at: number): Promise<number[]> => {
    const { from, until } = around(at);
    return [
      ...(await past.changesBetween(new Date(from), new Date(at), CHANGES_MOST, true)),
      ...(await past.changesBetween(new Date(at), new Date(until), CHANGES_MOST)),
    ];
  };

  const tell = async (trx: Db, { stored, isPast, edits, asked, at }: Told): Promise<Preview> => {
    const { storeId, overlay, text } = asked;
    const { scene, laid } = await layOver(trx, stored, overlay, appScheme);
    const { feed, popups, settings } = scene;
    const viewer = await viewerOf(trx, scene, asked, at);
    const candidates = feed.candidates(storeId, laid);
    const shown = await showFeed(trx, { scene, candidates, appScheme }, viewer);
    const { from, until } = around(at);
    const notifications = await notificationsFor(trx, storeId, {
      from: new Date(from),
      until: new Date(until),
      at: new Date(at),
      most: NOTIFICATIONS_MOST,
    });
    const seen = new Set(shown.items.map(({ _id }) => _id));
    const told = tellHidden({ items: feed.all(laid), popups, seen, text }, viewer);
    const store = storeId === null ? null : (scene.stores.get(storeId) ?? null);
    return {
      at: new Date(at).toISOString(),
      isPast,
      store,
      brand: brandOf(settings),
      ...shown,
      popups: popupsForVersion(popups.filter(hasText), viewer.appVersion),
      settings: appSettings(settings, ''),
      notifications: inboxAt(notifications, at),
      ...told,
      changes: changesAround({ items: candidates, notifications, edits }, viewer),
      names: Object.fromEntries((await namesOf(trx, groupsIn(told.hidden))).map(({ id, name }) => [id, name])),
    };
  };

  return async (asked) => {
    const called = now().getTime();
    const at = asked.at === null ? called : Date.parse(asked.at);
    const isPast = at < called;
    // What is not saved was never anywhere.
    if (isPast && asked.overlay !== null) throw fieldProblem('at', 'inPast');
    const rebuilt = isPast ? await pastScene(at) : null;
    const edits = await editsAround(at);
    // What a save would refuse is asked as a save asks it.
    const read = asked.overlay === null ? inOneState : tryInOneState;
    return read(db, async (trx: Db) => {
      const stand = await latestChange(trx);
      return tell(trx, { stored: rebuilt ?? (await presentScene(trx, stand)), isPast, edits, asked, at });
    });
  };
};

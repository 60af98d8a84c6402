import { fieldProblem } from '@endcap/contract/core';
import { type Evidence, EVIDENCE_CHANGES_MOST, type EvidenceChange, type EvidenceQuestion, type Preview } from '@endcap/contract/preview';
import { inOneState } from '../../../platform/db/transaction.ts';
import type { Db } from '../../../tables.ts';
import { proveChanges } from '../../history/index.ts';
import { notificationsFor } from '../../notifications/index.ts';
import type { PastState } from '../../past/index.ts';
import { namesOf } from '../../store-groups/index.ts';
import type { pastScenes } from '../past-scene.ts';
import type { PreviewDeps } from '../preview-deps.ts';
import { type PreviewViewer, showTo } from '../show-to.ts';
import { changesBetween, type Deed, lastChangesBefore, type WrittenChange } from './evidence.repository.ts';
import { followChanges } from './follow-changes.ts';

/** Changes that are read at once, and examined per request: those of a chain in several months. */
const [ROWS_AT_ONCE, EXAMINED_MOST] = [500, 50_000];
/** Maximum number of characters of the values in a response. */
const VALUE_CHARACTERS = 8e6;
const NOTIFICATIONS_MOST = 1_000;

type NoticedChange = { change: WrittenChange; fields: EvidenceChange['fields'] };
type Window = { at: number; until: number; now: number };
/** Returns the exclusive end of an instant, which includes all changes of its millisecond. */
const endOf = (at: number): Date => new Date(at + 1);

/** Lists everything that was shown, to look up the last change of each. */
const thingsIn = ({ items, popups, notifications }: Evidence['shown'], { store }: PreviewViewer): Pick<Deed, 'kind' | 'item'>[] => [
  ...items.map(({ _id }) => ({ kind: 'content' as const, item: _id })),
  ...popups.map(({ _id }) => ({ kind: 'popup' as const, item: _id })),
  { kind: 'settings', item: 'settings' },
  ...(store ? [{ kind: 'store' as const, item: store.id }] : []),
  ...(store ? [...store.groups, ...store.formerGroups].map((item) => ({ kind: 'storeGroup' as const, item })) : []),
  ...notifications.map(({ _id }) => ({ kind: 'notification' as const, item: _id })),
];

/** Drops changes of the same instant as `next`, because that instant is incomplete. Keeps them if there are no others. */
const whole = (noticed: readonly NoticedChange[], next: WrittenChange): NoticedChange[] => {
  const before = noticed.filter(({ change }) => change.at !== next.at);
  return before.length > 0 ? before : [...noticed];
};

/** Returns the changes that this customer may have noticed, oldest first, up to the limits of the response and of the search. */
const noticedChanges = async (
  trx: Db,
  { state, viewer, shown }: { state: PastState; viewer: PreviewViewer; shown: Pick<Preview, 'notifications'> },
  { at, until, now }: Window,
): Promise<{ noticed: NoticedChange[]; toldUntil: string | null }> => {
  const storeId = viewer.store?.id ?? null;
  const [from, end] = [new Date(at), new Date(until)];
  const sent = await notificationsFor(trx, storeId, { from, until: end, at: end, now: new Date(now), most: NOTIFICATIONS_MOST });
  const notifications = [...new Set([...shown.notifications, ...sent].map(({ _id }) => _id))];
  const follow = followChanges(state, viewer, until);
  const noticed: NoticedChange[] = [];
  let [past, examined, characters]: [WrittenChange | undefined, number, number] = [undefined, 0, 0];
  /** The last instant whose changes were all examined. */
  let examinedUntil: string | undefined;
  while (examined < EXAMINED_MOST) {
    const window = { from: endOf(at), before: endOf(until), past, most: ROWS_AT_ONCE };
    const changes = await changesBetween(trx, window, { storeId, notifications });
    for (const change of changes) {
      const fields = follow(change);
      if (fields === null || (fields.length === 0 && change.action === 'update')) continue;
      characters += JSON.stringify(fields).length;
      if (noticed.length === EVIDENCE_CHANGES_MOST || characters > VALUE_CHARACTERS) {
        const complete = whole(noticed, change);
        return { noticed: complete, toldUntil: complete.at(-1)?.change.at ?? from.toISOString() };
      }
      noticed.push({ change, fields });
    }
    if (changes.length < ROWS_AT_ONCE) return { noticed, toldUntil: null };
    examined += changes.length;
    past = changes.at(-1);
    examinedUntil = changes.findLast(({ at: instant }) => instant !== past?.at)?.at ?? examinedUntil;
  }
  return past ? { noticed: whole(noticed, past), toldUntil: examinedUntil ?? past.at } : { noticed, toldUntil: null };
};

const idsIn = (noticed: readonly NoticedChange[]): string[] => [
  ...new Set(
    noticed
      .flatMap(({ fields }) => fields.flatMap(({ before, after }) => [before, after]))
      .flatMap((value) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])),
  ),
];

const windowOf = (question: EvidenceQuestion, now: number): Window => {
  const at = Date.parse(question.at);
  const until = question.until === null ? now : Date.parse(question.until);
  if (at >= now) throw fieldProblem('at', 'inFuture');
  if (until > now) throw fieldProblem('until', 'inFuture');
  if (until < at) throw fieldProblem('until', 'endBeforeStart');
  return { at, until, now };
};

type Deps = PreviewDeps & { sceneOf: ReturnType<typeof pastScenes> };

/** Reads what a customer was shown, who changed it since, and the seals of all of it, in one snapshot of the database (PREV-08). */
export const createEvidence = ({ db, now, appScheme, past, sceneOf }: Deps): ((question: EvidenceQuestion) => Promise<Evidence>) => {
  const collect = async (trx: Db, question: EvidenceQuestion, { at, until, now: called }: Window): Promise<Omit<Evidence, 'askedAt'>> => {
    const { state } = await past.stateIn(trx, new Date(at));
    if (!state) throw fieldProblem('at', 'beforeHistory');
    const scene = await sceneOf(state);
    // A proof leaves nothing out.
    const options = { scene, laid: null, appScheme, most: Number.POSITIVE_INFINITY };
    const seen = await showTo(trx, options, { ...question, at, from: at, until: at, now: called });
    const { viewer } = seen;
    const { brand, items, tabs, popups, settings, notifications, store } = seen.shown;
    const shown = { brand, items, tabs, popups, settings, notifications };
    const { noticed, toldUntil } = await noticedChanges(trx, { state, viewer, shown }, { at, until, now: called });
    const origins = await lastChangesBefore(trx, thingsIn(shown, viewer), endOf(at));
    const window = { from: new Date(at), until: new Date(toldUntil ?? until) };
    const deeds = [...origins, ...noticed.map(({ change }) => change)];
    const { proofOf, seals, chain } = await proveChanges(
      trx,
      deeds.map(({ seq }) => seq),
      window,
    );
    const proven = ({ seq, at: when, person, kind, item, action, label }: Deed) => ({
      _id: String(seq),
      at: when,
      person,
      kind,
      item,
      action,
      label,
      ...proofOf(seq),
    });
    const last = seals.at(-1);
    return {
      at: new Date(at).toISOString(),
      until: new Date(until).toISOString(),
      viewer: { store, segments: [...viewer.segments], appVersion: viewer.appVersion },
      shown,
      origins: origins.map(proven),
      changes: noticed.map(({ change, fields }) => ({ ...proven(change), fields })),
      toldUntil,
      names: Object.fromEntries((await namesOf(trx, idsIn(noticed))).map(({ id, name }) => [id, name])),
      seals: seals.map(({ at: sealedAt, fault, ...seal }) => ({
        ...seal,
        at: sealedAt.toISOString(),
        fault: fault && { what: fault.what, change: 'seq' in fault ? String(fault.seq) : null },
      })),
      chain: chain && { brokenAt: chain.brokenAt, last: { ...chain.last, at: chain.last.at.toISOString() } },
      verify: last ? `npm run history -- verify ${last.hash}` : null,
    };
  };

  return async (question) => {
    const window = windowOf(question, now().getTime());
    const evidence = await inOneState(db, (trx: Db) => collect(trx, question, window));
    return { ...evidence, askedAt: new Date(window.now).toISOString() };
  };
};

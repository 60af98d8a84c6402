import type { Viewer } from '@endcap/contract/audience';
import { eachTransition, viewerStateOf } from '@endcap/contract/content';
import { CHANGED_NAMES, CHANGES_DAYS, CHANGES_MOST, type PreviewChange } from '@endcap/contract/preview';
import type { StillItem } from '../content/index.ts';
import type { ValidNotification } from '../notifications/index.ts';

const DAY_MS = 86_400_000;
type Changed = PreviewChange['items'][number];

/** Returns the period around an instant in which changes are listed, in milliseconds. */
export const around = (at: number): { from: number; until: number } => ({
  from: at - CHANGES_DAYS * DAY_MS,
  until: at + CHANGES_DAYS * DAY_MS,
});

/** Returns at most `CHANGES_MOST` instants before an instant and as many after it, the nearest ones. */
const nearest = (instants: readonly number[], at: number): number[] => [
  ...instants.filter((instant) => instant < at).slice(-CHANGES_MOST),
  ...instants.filter((instant) => instant === at),
  ...instants.filter((instant) => instant > at).slice(0, CHANGES_MOST),
];

type Around = {
  /** Items that may concern the viewer at any time. */
  items: readonly StillItem[];
  notifications: readonly ValidNotification[];
  /** Instants of edits, in milliseconds. */
  edits: readonly number[];
};

/** Returns the instants around the viewer's at which what they see changes, in order, each with its changes (PREV-04). */
export const changesAround = ({ items, notifications, edits }: Around, viewer: Viewer): PreviewChange[] => {
  const { from, until } = around(viewer.at);
  const changesAt = new Map<number, Changed[]>();
  const note = (at: number, changed: Changed): void => {
    if (at < from || at > until) return;
    const others = changesAt.get(at);
    if (others) others.push(changed);
    else changesAt.set(at, [changed]);
  };
  for (const { id, facts, title, name } of items) {
    // Computed only when needed: most items change outside this period, and the audience check takes longer.
    let isMeant: boolean | null = null;
    eachTransition(facts, (at, turning) => {
      if (at < from || at > until) return;
      isMeant ??= viewerStateOf(facts, viewer) !== null;
      // A viewer outside the audience sees no change.
      if (isMeant) note(at, { id, name: title ?? name ?? '', turning });
    });
  }
  for (const { _id, title, arrivedAt, validUntil } of notifications) {
    note(arrivedAt.getTime(), { id: _id, name: title, turning: 'arrives' });
    note(validUntil.getTime(), { id: _id, name: title, turning: 'expires' });
  }
  const edited = new Set(edits);
  const instants = [...new Set([...changesAt.keys(), ...edited])].toSorted((one, other) => one - other);
  return nearest(instants, viewer.at).map((at) => {
    const changed = changesAt.get(at) ?? [];
    return { at: new Date(at).toISOString(), edited: edited.has(at), count: changed.length, items: changed.slice(0, CHANGED_NAMES) };
  });
};

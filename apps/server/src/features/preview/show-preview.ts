import { fieldProblem } from '@endcap/contract/core';
import { CHANGES_MOST, type HiddenItem, type Preview, type PreviewQuestion } from '@endcap/contract/preview';
import { inOneState, tryInOneState } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { namesOf } from '../store-groups/index.ts';
import { around, changesAround } from './changes-around.ts';
import { createKeptScene } from './keep-scene.ts';
import { layOver } from './lay-over.ts';
import type { createPastScenes } from './past-scene.ts';
import type { PreviewDeps } from './preview-deps.ts';
import type { Scene } from './scene.ts';
import { showTo } from './show-to.ts';
import { tellHidden } from './tell-hidden.ts';

const groupsIn = (hidden: readonly HiddenItem[]): string[] => [
  ...new Set(
    hidden.flatMap(({ because }) =>
      because.flatMap((hiding) => (hiding.because === 'groupExcluded' ? [...hiding.groups, ...hiding.formerGroups] : [])),
    ),
  ),
];

type Deps = PreviewDeps & { pastScene: ReturnType<typeof createPastScenes> };
type Told = { stored: Scene; isPast: boolean; edits: readonly number[]; asked: PreviewQuestion; at: number };

/** PREV-01 to PREV-07: what a customer sees at an instant, and why not more; everything in one answer is of one state of the database. */
export const createPreview = ({ db, now, appScheme, past, pastScene }: Deps): ((asked: PreviewQuestion) => Promise<Preview>) => {
  const presentScene = createKeptScene();

  /** When somebody edited something, to either side of an instant. */
  const editsAround = async (at: number): Promise<number[]> => {
    const { from, until } = around(at);
    return [
      ...(await past.changesBetween(new Date(from), new Date(at), CHANGES_MOST, true)),
      ...(await past.changesBetween(new Date(at), new Date(until), CHANGES_MOST)),
    ];
  };

  const tell = async (trx: Db, { stored, isPast, edits, asked, at }: Told): Promise<Preview> => {
    const { overlay, text } = asked;
    const { scene, laid } = await layOver(trx, stored, overlay, appScheme);
    const { from, until } = around(at);
    const { viewer, candidates, notifications, shown } = await showTo(trx, { scene, laid, appScheme }, { ...asked, at, from, until });
    const seen = new Set(shown.items.map(({ _id }) => _id));
    const told = tellHidden({ items: scene.feed.all(laid), popups: scene.popups, seen, text }, viewer);
    return {
      at: new Date(at).toISOString(),
      isPast,
      ...shown,
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

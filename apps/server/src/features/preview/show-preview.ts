import { CHANGES_MOST, type HiddenItem, ITEMS_MOST, type Preview, type PreviewQuestion } from '@endcap/contract/preview';
import { namesOf } from '../store-groups/index.ts';
import { around, changesAround } from './changes-around.ts';
import type { Scenes } from './in-scene.ts';
import type { PreviewDeps } from './preview-deps.ts';
import { showTo } from './show-to.ts';
import { tellHidden } from './tell-hidden.ts';

const groupsIn = (hidden: readonly HiddenItem[]): string[] => [
  ...new Set(
    hidden.flatMap(({ because }) =>
      because.flatMap((hiding) => (hiding.because === 'groupExcluded' ? [...hiding.groups, ...hiding.formerGroups] : [])),
    ),
  ),
];

type Deps = Pick<PreviewDeps, 'past' | 'appScheme'> & Scenes;

/** PREV-01 to PREV-07: what a customer sees at an instant, and why not more. */
export const createPreview = ({ past, appScheme, momentOf, inScene }: Deps): ((asked: PreviewQuestion) => Promise<Preview>) => {
  /** When somebody edited something, to either side of an instant. */
  const editsAround = async (at: number): Promise<number[]> => {
    const { from, until } = around(at);
    return [
      ...(await past.changesBetween(new Date(from), new Date(at), CHANGES_MOST, true)),
      ...(await past.changesBetween(new Date(at), new Date(until), CHANGES_MOST)),
    ];
  };

  return async (asked) => {
    const moment = momentOf(asked);
    const { at, isPast, now } = moment;
    const edits = await editsAround(at);
    return inScene(asked, moment, async (trx, { scene, laid }) => {
      const given = { scene, laid, appScheme, most: ITEMS_MOST };
      const { viewer, candidates, notifications, shown, seen } = await showTo(trx, given, { ...asked, at, now, ...around(at) });
      const told = await tellHidden({ items: scene.feed.all(laid), popups: scene.popups, seen, text: asked.text }, viewer);
      return {
        at: new Date(at).toISOString(),
        isPast,
        ...shown,
        ...told,
        changes: changesAround({ items: candidates, notifications, edits }, viewer),
        names: Object.fromEntries((await namesOf(trx, groupsIn(told.hidden))).map(({ id, name }) => [id, name])),
      };
    });
  };
};

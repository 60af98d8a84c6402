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

/** Returns the items that a customer sees at an instant, and the reasons that hide others (PREV-01 to PREV-07). */
export const createPreview = ({ past, appScheme, momentOf, inScene }: Deps): ((question: PreviewQuestion) => Promise<Preview>) => {
  /** Returns the instants of edits around an instant. */
  const editsAround = async (at: number): Promise<number[]> => {
    const { from, until } = around(at);
    return [
      ...(await past.changesBetween(new Date(from), new Date(at), CHANGES_MOST, true)),
      ...(await past.changesBetween(new Date(at), new Date(until), CHANGES_MOST)),
    ];
  };

  return async (question) => {
    const moment = momentOf(question);
    const { at, isPast, now } = moment;
    const edits = await editsAround(at);
    return inScene(question, moment, async (trx, { scene, laid }) => {
      const options = { scene, laid, appScheme, most: ITEMS_MOST };
      const { viewer, candidates, notifications, shown, seen } = await showTo(trx, options, { ...question, at, now, ...around(at) });
      const hidden = await tellHidden({ items: scene.feed.all(laid), popups: scene.popups, seen, text: question.text }, viewer);
      return {
        at: new Date(at).toISOString(),
        isPast,
        ...shown,
        ...hidden,
        changes: changesAround({ items: candidates, notifications, edits }, viewer),
        names: Object.fromEntries((await namesOf(trx, groupsIn(hidden.hidden))).map(({ id, name }) => [id, name])),
      };
    });
  };
};

import { type Draft, drafts } from '../lib/drafts.ts';
import { sameValue } from '../lib/same-value.ts';

/** Maximum number of copies of one form. The oldest are evicted. */
const MOST = 5;

/** A copy and its storage key. */
type Copy<Form> = { at: string; draft: Draft<Form> };
/** A copy to offer. `isPlain`: no other copy was interrupted, so the choice is unambiguous. */
type Offer<Form> = Copy<Form> & { isPlain: boolean };

/** Returns all copies of a form, newest first. */
const all = <Form>(key: string): Copy<Form>[] =>
  drafts
    .keysOf(key)
    .flatMap((at) => {
      const draft = drafts.read<Form>(at);
      return draft ? [{ at, draft }] : [];
    })
    .toSorted((one, other) => other.draft.savedAt - one.draft.savedAt);

/** Local copies of one form. Each visit stores under a key of its own, so that visits do not overwrite each other (ux 9, decision 0125). */
export const copies = {
  /**
   * Returns the newest copy that differs from the form `than` and is not stored under `own`. The copy under `wanted` takes precedence,
   * unless the newest one was left by an ended session.
   */
  toOffer: <Form>(key: string, than: Form, { own = null, wanted = null }: Partial<Record<'own' | 'wanted', string | null>> = {}) => {
    const others = all<Form>(key).filter(({ at, draft }) => at !== own && !sameValue(draft.form, than));
    const [newest] = others;
    if (!newest) return null;
    const chosen = newest.draft.interrupted ? newest : (others.find(({ at }) => at === wanted) ?? newest);
    const isPlain = others.every(({ at, draft }) => at === chosen.at || !draft.interrupted);
    return { ...chosen, isPlain } satisfies Offer<Form>;
  },
  /** Drops the copies whose form matches `isOver`. */
  dropWhere: <Form>(key: string, isOver: (form: Form) => boolean): void => {
    for (const { at, draft } of all<Form>(key)) if (isOver(draft.form)) drafts.drop(at);
  },
  /** Evicts the oldest copies beyond the maximum, but never the one under `own`. */
  evictOldest: (key: string, own: string): void => {
    const others = all(key).filter(({ at }) => at !== own);
    for (const { at } of others.slice(MOST - 1)) drafts.drop(at);
  },
};

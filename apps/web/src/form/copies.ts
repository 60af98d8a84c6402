import { type Draft, drafts } from '../lib/drafts.ts';
import { sameValue } from '../lib/same-value.ts';

/** So many copies of one form lie beside one another; the oldest gives way. */
const MOST = 5;

/** A copy, and where it lies. */
type Copy<Form> = { at: string; draft: Draft<Form> };
/** One to be offered. `isPlain`: no other one was interrupted, so that nobody has to ask which one was meant. */
type Found<Form> = Copy<Form> & { isPlain: boolean };

/** The newest first. */
const all = <Form>(key: string): Copy<Form>[] =>
  drafts
    .placesOf(key)
    .flatMap((at) => {
      const draft = drafts.read<Form>(at);
      return draft ? [{ at, draft }] : [];
    })
    .toSorted((one, other) => other.draft.savedAt - one.draft.savedAt);

/** The copies of one form: each visit has a place of its own, so that nobody writes over what another visit left (ux 9, decision 0125). */
export const copies = {
  /** The newest that says something else than a form, and is not that form's own; before it that at a `wanted` place, unless a session ended since. */
  toOffer: <Form>(key: string, than: Form, { own = null, wanted = null }: Partial<Record<'own' | 'wanted', string | null>> = {}) => {
    const others = all<Form>(key).filter(({ at, draft }) => at !== own && !sameValue(draft.form, than));
    const [newest] = others;
    if (!newest) return null;
    const chosen = newest.draft.interrupted ? newest : (others.find(({ at }) => at === wanted) ?? newest);
    const isPlain = others.every(({ at, draft }) => at === chosen.at || !draft.interrupted);
    return { ...chosen, isPlain } satisfies Found<Form>;
  },
  /** Drops those whose form is over. */
  dropWhere: <Form>(key: string, isOver: (form: Form) => boolean): void => {
    for (const { at, draft } of all<Form>(key)) if (isOver(draft.form)) drafts.drop(at);
  },
  /** Drops the oldest beyond those that may lie beside one another; `keeps` stays. */
  makeRoom: (key: string, keeps: string): void => {
    const others = all(key).filter(({ at }) => at !== keeps);
    for (const { at } of others.slice(MOST - 1)) drafts.drop(at);
  },
};

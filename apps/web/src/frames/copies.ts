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
  /** The newest that says something else than a form, and is not that form's own. */
  toOffer: <Form>(key: string, than: Form, own: string | null = null): Found<Form> | null => {
    const [newest, ...others] = all<Form>(key).filter(({ at, draft }) => at !== own && !sameValue(draft.form, than));
    return newest ? { ...newest, isPlain: !others.some(({ draft }) => draft.interrupted) } : null;
  },
  /** Drops those whose form is over. */
  dropWhere: <Form>(key: string, isOver: (form: Form) => boolean): void => {
    for (const { at, draft } of all<Form>(key)) if (isOver(draft.form)) drafts.drop(at);
  },
  makeRoom: (key: string, keeps: string): void => {
    const others = all(key).filter(({ at }) => at !== keeps);
    for (const { at } of others.slice(MOST - 1)) drafts.drop(at);
  },
};

import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { laidForm } from '../lib/laid-form.ts';
import { sameValue } from '../lib/same-value.ts';
import { session } from '../lib/session.ts';
import { copies } from './copies.ts';
import type { FormStore } from './form-store.ts';
import type { FormShape } from './merge.ts';

/** Milliseconds of pause after which input is stored locally, and the longest time of typing without that (ux 9). */
const PERSIST_AFTER_MS = 1_000;
const PERSIST_WITHIN_MS = 2_000;

/** The item that a form edits. `begunFrom`: the source that the address names for a new item. */
type FormOf = { kind: string; id: string | null; begunFrom?: string | null };
type DraftSource<Form extends FormShape> = Pick<FormStore<Form>, 'values' | 'base' | 'dirty'>;

/** Returns the storage key of the copies of a form. */
const keyOf = (owner: string | undefined, { kind, id, begunFrom = null }: FormOf): string =>
  `${owner}/${kind}/${id ?? (begunFrom === null ? 'new' : `new/${begunFrom}`)}`;

const newVisit = (): string => `#${Math.random().toString(36).slice(2, 10)}`;

/** The stored copy of a form. Its key belongs to this visit, also when the form moves to another item. */
const copyOfVisit = (key: () => string) => {
  let storedKey: string | null = null;
  /** Id of the visit, a part of the key; set with the first copy. */
  let visit: string | null = null;
  const visitKey = (): string => key() + (visit ??= newVisit());
  return {
    isUnderOtherKey: (): boolean => storedKey !== null && storedKey !== visitKey(),
    own: (): string | null => storedKey,
    /** Makes a stored copy the form's own, so that it stays until the form is stored again. */
    adopt: (at: string): void => {
      storedKey = at;
      visit = /#[^#]*$/.exec(at)?.[0] ?? null;
    },
    /** Stores the copy and returns true on success. The former copy stays until then. */
    write: (draft: Draft<FormShape>): boolean => {
      const at = visitKey();
      const former = storedKey;
      if (!drafts.write(at, draft)) return false;
      if (former !== null && former !== at) drafts.drop(former);
      if (former !== at) copies.evictOldest(key(), at);
      storedKey = at;
      return true;
    },
    drop: (): void => {
      if (storedKey !== null) drafts.drop(storedKey);
      storedKey = null;
    },
  };
};

/** Stores the local copy of a form after a pause in typing, and at the latest on leaving the page. */
const autosaveOf = <Form extends FormShape>(form: DraftSource<Form>, key: () => string) => {
  const copy = copyOfVisit(key);
  const storedAt = createAtom<number | null>(null);
  /** Time of the first change that is not stored yet, milliseconds since 1970, or null. */
  let unstoredSince: number | null = null;
  // The form that was saved or discarded. It is not stored again on leaving the page.
  let dropped: Form | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const persist = (): void => {
    unstoredSince = null;
    const interrupted = session.wasLost();
    const [values, { form: base, tag }] = [form.values.get(), form.base.get()];
    if ((session.get() === null && !interrupted) || (dropped !== null && sameValue(dropped, values))) return;
    const savedAt = Date.now();
    storedAt.set(copy.write({ form: values, base, tag, savedAt, interrupted }) ? savedAt : null);
  };
  const onChange = (): void => {
    clearTimeout(timer);
    if (!form.dirty.get()) {
      unstoredSince = null;
      // The changes of this visit were undone: their copy must not be offered at the next one.
      if (storedAt.get() !== null) copy.drop();
      storedAt.set(null);
      return;
    }
    // Store immediately once the session has expired, so that no input is lost.
    if (copy.isUnderOtherKey() || session.wasLost()) persist();
    unstoredSince ??= Date.now();
    timer = setTimeout(persist, Math.min(PERSIST_AFTER_MS, Math.max(0, unstoredSince + PERSIST_WITHIN_MS - Date.now())));
  };
  const onLeave = (): void => {
    if (form.dirty.get()) persist();
  };
  return {
    persist,
    onChange,
    own: copy.own,
    adopt: copy.adopt,
    /** When the copy was last stored, milliseconds since 1970; null while there is nothing to store. */
    storedAt: createAtom(() => (form.dirty.get() ? storedAt.get() : null)),
    /** Drops the copy. `gone`: the form that must not be stored again. */
    drop: (gone: Form): void => {
      dropped = gone;
      clearTimeout(timer);
      copy.drop();
      // Copies equal to the saved form or to its former base are no longer offered.
      const { form: base } = form.base.get();
      copies.dropWhere<Form>(key(), (stored) => [gone, base].some((one) => sameValue(one, stored)));
      storedAt.set(null);
    },
    /** Stores input from now on. Returns a function that stops it. */
    listen: (): (() => void) => {
      onChange();
      const subscriptions = [form.values.subscribe(onChange), form.base.subscribe(onChange)];
      const unsubscribe = session.subscribe(() => session.wasLost() && onLeave());
      addEventListener('pagehide', onLeave);
      return () => {
        clearTimeout(timer);
        for (const subscription of subscriptions) subscription.unsubscribe();
        unsubscribe();
        removeEventListener('pagehide', onLeave);
      };
    },
  };
};

/**
 * Stores a local copy of a form's input, and finds the copy of an earlier visit when the form opens (ux 9). `onResume` puts a copy to
 * resume from without asking into the form; any other copy is offered.
 */
export const openDraft = <Form extends FormShape>(form: DraftSource<Form>, first: FormOf, onResume?: (copy: Draft<Form>) => void) => {
  // The owner is fixed when the form opens, so that an expired session leaves no copies without an owner.
  const owner = session.get()?.person.id;
  let of = first;
  const key = (): string => keyOf(owner, of);
  const autosave = autosaveOf(form, key);
  // The copy stored for a visit to the preview (PREV-07).
  const laid = laidForm.get()?.copy ?? null;
  const offered = createAtom(copies.toOffer(key(), form.values.get(), { wanted: laid }));
  const isBack = laid !== null && offered.get()?.at === laid;
  /** True until another copy is offered. Only the copy found on opening may be resumed without asking. */
  const isFirst = createAtom(true);
  const isTaken = createAtom(false);
  /** Offers the next copy that differs from the form, if there is one. */
  const next = (than: Form, own: string | null): void => {
    isFirst.set(false);
    offered.set(copies.toOffer(key(), than, { own }));
  };
  const draft = {
    /** The copy on offer. */
    offered,
    /** True if the form resumes from the copy without asking: after an expired session or a visit to the preview (D-53). */
    resumes: createAtom((): boolean => {
      const offer = offered.get();
      if (!offer || !isFirst.get() || form.dirty.get()) return false;
      return (offer.draft.interrupted === true && offer.isPlain) || offer.at === laid;
    }),
    /** Returns true if the form is unchanged and the offered copy is the one at `at`, to which the person came back (A-39). */
    isWanted: (at: string | null): boolean => isFirst.get() && !form.dirty.get() && offered.get()?.at === at,
    /** True once the form has resumed from a copy. */
    isTaken,
    storedAt: autosave.storedAt,
    /** Returns the offered copy as it is now (another tab may write it), to resume from it. Input typed beside it is offered next. */
    take: (): Draft<Form> | null => {
      const offer = offered.get();
      if (!offer) return null;
      const copy = drafts.read<Form>(offer.at) ?? offer.draft;
      if (form.dirty.get()) autosave.persist();
      autosave.adopt(offer.at);
      next(copy.form, offer.at);
      isTaken.set(true);
      return copy;
    },
    /** Stores the input now, without waiting for a pause. Returns the key of the copy, or null. */
    persist: (): string | null => {
      autosave.persist();
      return autosave.own();
    },
    /** Drops the copy. `gone`: the form that was saved, where saving added an entry typed beside a list. */
    drop: (gone: Form = form.values.get()): void => {
      autosave.drop(gone);
      next(gone, null);
    },
    /** Drops the offered copy, unless another tab has written it since. The copy of the current input stays. */
    discard: (): void => {
      const offer = offered.get();
      if (offer && drafts.read(offer.at)?.savedAt === offer.draft.savedAt) drafts.drop(offer.at);
      next(form.values.get(), autosave.own());
    },
    /** Drops every copy of this or another id whose form matches `isOver`. */
    dropWhere: (isOver: (form: Form) => boolean, id: string | null = of.id): void => {
      copies.dropWhere(keyOf(owner, { kind: of.kind, id }), isOver);
      const offer = offered.get();
      if (offer && drafts.read(offer.at) === null) next(form.values.get(), autosave.own());
    },
    /** Moves the copy along when the form continues under another id. `keepsOffer`: the current offer stays until the person decides. */
    moveTo: (now: FormOf, keepsOffer: boolean): void => {
      // The end of a session also resets the selected store. Leave the copy under the key of its owner.
      if (session.get() === null || keyOf(owner, now) === key()) return;
      of = now;
      if (!keepsOffer || !offered.get()) offered.set(copies.toOffer(key(), form.values.get()));
      autosave.onChange();
    },
    /** Stores input from now on. Returns a function that stops it. */
    listen: (): (() => void) => {
      if (isBack) laidForm.isBack();
      return autosave.listen();
    },
  };
  const copy = onResume && draft.resumes.get() ? draft.take() : null;
  if (copy) onResume?.(copy);
  return draft;
};
export type FormDraft<Form extends FormShape> = ReturnType<typeof openDraft<Form>>;

/** Stores the input of a form while it is mounted, for the item that it edits now. `keepsOffer` as in `moveTo`. */
export const useDraft = <Form extends FormShape>(
  draft: FormDraft<Form>,
  { kind, id, begunFrom = null }: FormOf,
  { keepsOffer = false }: { keepsOffer?: boolean } = {},
): void => {
  useEffect(() => draft.moveTo({ kind, id, begunFrom }, keepsOffer), [draft, kind, id, begunFrom, keepsOffer]);
  useEffect(() => draft.listen(), [draft]);
};
/** Returns the offered copy, or null. */
export const useOffer = <Form extends FormShape>({ offered }: FormDraft<Form>): Draft<Form> | null =>
  useSelector(offered, (offer) => offer?.draft ?? null);

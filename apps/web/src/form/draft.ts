import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { laidForm } from '../lib/laid-form.ts';
import { sameValue } from '../lib/same-value.ts';
import { session } from '../lib/session.ts';
import { copies } from './copies.ts';
import type { FormStore } from './form-store.ts';
import type { FormShape } from './merge.ts';

/** What is typed is kept in a pause, or without one when it was not for so long (ux 9). */
const KEEP_AFTER_MS = 1_000;
const KEEP_WITHIN_MS = 2_000;

/** What a form is of. `begunFrom`: what the address has a new item begin with. */
type FormOf = { kind: string; id: string | null; begunFrom?: string | null };
type Kept<Form extends FormShape> = Pick<FormStore<Form>, 'values' | 'base' | 'dirty'>;

/** Under which key the copies of a form lie. */
const keyOf = (owner: string | undefined, { kind, id, begunFrom = null }: FormOf): string =>
  `${owner}/${kind}/${id ?? (begunFrom === null ? 'new' : `new/${begunFrom}`)}`;

const newVisit = (): string => `#${Math.random().toString(36).slice(2, 10)}`;

/** The copy of this very form: in a place of this visit, wherever the form is by now. */
const placeOfVisit = (key: () => string) => {
  let keptUnder: string | null = null;
  /** The visit whose place it is; known with the first copy. */
  let visit: string | null = null;
  const place = (): string => key() + (visit ??= newVisit());
  return {
    liesElsewhere: (): boolean => keptUnder !== null && keptUnder !== place(),
    own: (): string | null => keptUnder,
    /** A copy becomes the form's own, so that it is never gone before the form is kept again. */
    adopt: (at: string): void => {
      keptUnder = at;
      visit = /#[^#]*$/.exec(at)?.[0] ?? null;
    },
    /** Whether it was kept; what was kept before is there as long as it was not. */
    write: (draft: Draft<FormShape>): boolean => {
      const at = place();
      const former = keptUnder;
      if (!drafts.write(at, draft)) return false;
      if (former !== null && former !== at) drafts.drop(former);
      if (former !== at) copies.makeRoom(key(), at);
      keptUnder = at;
      return true;
    },
    drop: (): void => {
      if (keptUnder !== null) drafts.drop(keptUnder);
      keptUnder = null;
    },
  };
};

/** Keeps the local copy of a form in a pause of typing, and at the latest on the way out. */
const keeperOf = <Form extends FormShape>(form: Kept<Form>, key: () => string) => {
  const copy = placeOfVisit(key);
  const keptAt = createAtom<number | null>(null);
  /** Since when something is typed that is not kept. */
  let unkeptSince: number | null = null;
  // What was saved or given up is not kept once more on the way out.
  let dropped: Form | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    unkeptSince = null;
    const interrupted = session.wasLost();
    const [values, { form: base, tag }] = [form.values.get(), form.base.get()];
    if ((session.get() === null && !interrupted) || (dropped !== null && sameValue(dropped, values))) return;
    const savedAt = Date.now();
    keptAt.set(copy.write({ form: values, base, tag, savedAt, interrupted }) ? savedAt : null);
  };
  const onChange = (): void => {
    clearTimeout(timer);
    if (!form.dirty.get()) {
      unkeptSince = null;
      return;
    }
    // A session that ended by itself takes nothing that was typed, not even the last letter.
    if (copy.liesElsewhere() || session.wasLost()) keep();
    unkeptSince ??= Date.now();
    timer = setTimeout(keep, Math.min(KEEP_AFTER_MS, Math.max(0, unkeptSince + KEEP_WITHIN_MS - Date.now())));
  };
  const onLeave = (): void => {
    if (form.dirty.get()) keep();
  };
  return {
    keep,
    onChange,
    own: copy.own,
    adopt: copy.adopt,
    /** When it was kept last, milliseconds since 1970; null while nothing is to be kept. */
    keptAt: createAtom(() => (form.dirty.get() ? keptAt.get() : null)),
    /** `gone`: the form that is not to be kept again. */
    drop: (gone: Form): void => {
      dropped = gone;
      clearTimeout(timer);
      copy.drop();
      // What is stored by now, or was before, is to be offered to nobody.
      const { form: base } = form.base.get();
      copies.dropWhere<Form>(key(), (kept) => [gone, base].some((said) => sameValue(said, kept)));
      keptAt.set(null);
    },
    /** Keeps what is typed from now on; answers how to end that. */
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
 * The local copy of what is typed into a form, and the one that an earlier visit left behind (ux 9). Looks for that as the form opens; one to
 * go on from unasked is put into the form by `goOn`, any other one is offered.
 */
export const openDraft = <Form extends FormShape>(form: Kept<Form>, first: FormOf, goOn?: (copy: Draft<Form>) => void) => {
  // Whose it is, is settled when the form opens: an ended session must not leave copies that belong to nobody.
  const owner = session.get()?.person.id;
  let of = first;
  const key = (): string => keyOf(owner, of);
  const keeper = keeperOf(form, key);
  // From a look at the preview (PREV-07): the copy that was kept for it.
  const laid = laidForm.get()?.copy ?? null;
  const found = createAtom(copies.toOffer(key(), form.values.get(), { wanted: laid }));
  const isBack = laid !== null && found.get()?.at === laid;
  /** Only what is found on opening may go on unasked: what is offered after that is another text. */
  const isFirst = createAtom(true);
  const isTaken = createAtom(false);
  /** Offers another copy, if any says something else than a form. */
  const next = (than: Form, own: string | null): void => {
    isFirst.set(false);
    found.set(copies.toOffer(key(), than, { own }));
  };
  const draft = {
    /** The copy on offer. */
    found,
    /** Whether the form goes on from that unasked: neither an ended session nor a look at the preview is a reason to ask (D-53). */
    goesOn: createAtom((): boolean => {
      const offer = found.get();
      if (!offer || !isFirst.get() || form.dirty.get()) return false;
      return (offer.draft.interrupted === true && offer.isPlain) || offer.at === laid;
    }),
    /** Whether it is the one that lies where the person came back to (A-39). */
    isWanted: (at: string | null): boolean => isFirst.get() && !form.dirty.get() && found.get()?.at === at,
    /** Whether the form went on from a copy. */
    isTaken,
    keptAt: keeper.keptAt,
    /** The copy on offer, as it is by now (another tab may still write it), for a form that goes on from it; what was typed beside it is offered next. */
    take: (): Draft<Form> | null => {
      const offer = found.get();
      if (!offer) return null;
      const copy = drafts.read<Form>(offer.at) ?? offer.draft;
      if (form.dirty.get()) keeper.keep();
      keeper.adopt(offer.at);
      next(copy.form, offer.at);
      isTaken.set(true);
      return copy;
    },
    /** Keeps what is typed now, without waiting for a pause; answers where it lies, null: nowhere. */
    keep: (): string | null => {
      keeper.keep();
      return keeper.own();
    },
    /** Forgets the copy; `gone` is what became of the form since, when it was saved with what was typed beside a list. */
    drop: (gone: Form = form.values.get()): void => {
      keeper.drop(gone);
      next(gone, null);
    },
    /** Forgets what was found, and nothing that another tab wrote there since; what is typed meanwhile stays kept. */
    discard: (): void => {
      const offer = found.get();
      if (offer && drafts.read(offer.at)?.savedAt === offer.draft.savedAt) drafts.drop(offer.at);
      next(form.values.get(), keeper.own());
    },
    /** Forgets every copy, of this or another id, that says what is over by now. */
    dropWhere: (isOver: (form: Form) => boolean, id: string | null = of.id): void => {
      copies.dropWhere(keyOf(owner, { kind: of.kind, id }), isOver);
      const offer = found.get();
      if (offer && drafts.read(offer.at) === null) next(form.values.get(), keeper.own());
    },
    /** A form that goes on under another id takes its copy along. `keepsOffer`: what is on offer stays so until somebody decides. */
    moveTo: (now: FormOf, keepsOffer: boolean): void => {
      // With the session goes the selected store; the copy stays where its person will look for it.
      if (session.get() === null || keyOf(owner, now) === key()) return;
      of = now;
      if (!keepsOffer || !found.get()) found.set(copies.toOffer(key(), form.values.get()));
      keeper.onChange();
    },
    /** Keeps what is typed from now on; answers how to end that. */
    listen: (): (() => void) => {
      if (isBack) laidForm.isBack();
      return keeper.listen();
    },
  };
  const copy = goOn && draft.goesOn.get() ? draft.take() : null;
  if (copy) goOn?.(copy);
  return draft;
};
export type FormDraft<Form extends FormShape> = ReturnType<typeof openDraft<Form>>;

/** Keeps what is typed into a form for as long as it is drawn. `of`: what it is of by now; `keepsOffer` as in `moveTo`. */
export const useDraft = <Form extends FormShape>(
  draft: FormDraft<Form>,
  { kind, id, begunFrom = null }: FormOf,
  { keepsOffer = false }: { keepsOffer?: boolean } = {},
): void => {
  useEffect(() => draft.moveTo({ kind, id, begunFrom }, keepsOffer), [draft, kind, id, begunFrom, keepsOffer]);
  useEffect(() => draft.listen(), [draft]);
};
/** The copy that is on offer; null: none. */
export const useOffer = <Form extends FormShape>({ found }: FormDraft<Form>): Draft<Form> | null =>
  useSelector(found, (offer) => offer?.draft ?? null);

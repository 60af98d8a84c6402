import { useEffect, useState } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { laidForm } from '../lib/laid-form.ts';
import { session } from '../lib/session.ts';
import { copies } from './copies.ts';
import type { FormShape } from './merge.ts';
import { type Typed, useKept } from './use-kept.ts';

/** Under which key the copies of a form lie: whose they are, and of what; of a new item also what the address has it begin with. */
const keyOf = (owner: string | undefined, kind: string, id: string | null, begunFrom: string | null = null): string =>
  `${owner}/${kind}/${id ?? (begunFrom === null ? 'new' : `new/${begunFrom}`)}`;

const useDraftKey = (wanted: string): string => {
  const [of, setOf] = useState(wanted);
  // With the session goes the selected store; the copy stays where its person will look for it.
  const key = session.get() === null ? of : wanted;
  if (of !== key) setOf(key);
  return key;
};

/** From a look at the preview (PREV-07): the copy that was kept for it. */
const useLaidCopy = (): string | null => useState(() => laidForm.get()?.copy ?? null)[0];

/** The copy on offer, of those that other visits left; `next` offers another one, if any says something else than a form. */
const useOffer = <Form extends FormShape>(key: string, form: Form, wanted: string | null) => {
  const [found, setFound] = useState(() => copies.toOffer(key, form, { wanted }));
  /** Only what is found on opening may go on unasked: what is offered after that is another text. */
  const [isFirst, setFirst] = useState(true);
  const [looked, setLooked] = useState(key);
  if (looked !== key) {
    setLooked(key);
    // What is on offer stays so until somebody decides.
    if (!found) setFound(copies.toOffer(key, form));
  }
  return {
    found,
    isFirst,
    next: (than: Form, own: string | null): void => {
      setFirst(false);
      setFound(copies.toOffer(key, than, { own }));
    },
  };
};

/**
 * Keeps a local copy of what is typed and offers one that an earlier visit left behind (ux 9). A form that goes on under another id (the
 * send form, when another store is selected) takes its copy along. `cameBackTo`: where the copy lies that the person came back to (A-39).
 */
export const useDraft = <Form extends FormShape>(
  kind: string,
  id: string | null,
  typed: Typed<Form>,
  { begunFrom = null, cameBackTo = null }: { begunFrom?: string | null; cameBackTo?: string | null } = {},
) => {
  const { form } = typed;
  // Whose it is, is settled when the editor opens: an ended session must not leave copies that belong to nobody.
  const [owner] = useState(() => session.get()?.person.id);
  const key = useDraftKey(keyOf(owner, kind, id, begunFrom));
  const kept = useKept(key, typed);
  const laid = useLaidCopy();
  const { found, isFirst, next } = useOffer(key, form, laid);
  const [isBack] = useState(found !== null && found.at === laid);
  useEffect(() => {
    if (isBack) laidForm.isBack();
  }, [isBack]);
  const mayGoOn = found !== null && isFirst && !kept.dirty;

  return {
    found: found?.draft ?? null,
    /** Neither an ended session nor a look at the preview is a reason to ask, unless something was typed since (D-53). */
    goesOn: mayGoOn && ((found.draft.interrupted === true && found.isPlain) || found.at === laid),
    /** Whether the copy on offer is the one that the person came back to. */
    isWanted: mayGoOn && found.at === cameBackTo,
    keptAt: kept.keptAt,
    /** Keeps what is typed now, without waiting for a pause; answers where it lies, null: nowhere. */
    keep: (): string | null => {
      kept.keep();
      return kept.own();
    },
    /** Forgets the copy; `gone` is what became of the form since, when it was saved with what was typed beside a list. */
    drop: (gone: Form = form): void => {
      kept.drop(gone);
      next(gone, null);
    },
    /** Forgets what was found, and nothing that another tab wrote there since; what is typed meanwhile stays kept. */
    discard: (): void => {
      if (found && drafts.read(found.at)?.savedAt === found.draft.savedAt) drafts.drop(found.at);
      next(form, kept.own());
    },
    /** The copy on offer, as it is by now (another tab may still write it), for a form that goes on from it; what was typed beside it is offered next. */
    take: (): Draft<Form> | null => {
      if (!found) return null;
      const copy = drafts.read<Form>(found.at) ?? found.draft;
      if (kept.dirty) kept.keep();
      kept.adopt(found.at);
      next(copy.form, found.at);
      return copy;
    },
    /** Forgets every copy, of this or another id, that says what is over by now. */
    dropWhere: (isOver: (form: Form) => boolean, of: string | null = id): void => {
      copies.dropWhere(keyOf(owner, kind, of), isOver);
      if (found && drafts.read(found.at) === null) next(form, kept.own());
    },
  };
};

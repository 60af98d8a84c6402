import { useState } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { editorOf, laidForm } from '../lib/laid-form.ts';
import { session } from '../lib/session.ts';
import { sameValue } from '../lib/same-value.ts';
import type { FormShape } from './merge.ts';
import { type Typed, useKept } from './use-kept.ts';

/** A copy on offer, and under which key it lies. */
type Found<Form> = { at: string; draft: Draft<Form> };

/** Under which key the copy of a form lies: whose it is, and of what; of a new item also what the address has it begin with. */
const useDraftKey = (kind: string, id: string | null, begunFrom: string | null): string => {
  // Whose it is, is settled when the editor opens: an ended session must not leave copies that belong to nobody.
  const [owner] = useState(() => session.get()?.person.id);
  const wanted = `${owner}/${kind}/${id ?? (begunFrom === null ? 'new' : `new/${begunFrom}`)}`;
  const [of, setOf] = useState(wanted);
  // With the session goes the selected store; the copy stays where its person will look for it.
  const key = session.get() === null ? of : wanted;
  if (of !== key) setOf(key);
  return key;
};

/**
 * Keeps a local copy of what is typed and offers one that an earlier visit left behind (ux 9). A form that goes on under another id (the
 * send form, when another store is selected) takes its copy along.
 */
export const useDraft = <Form extends FormShape>(kind: string, id: string | null, typed: Typed<Form>, begunFrom: string | null = null) => {
  const { form } = typed;
  const key = useDraftKey(kind, id, begunFrom);
  const kept = useKept(key, typed);
  const foundUnder = (at: string): Found<Form> | null => {
    const draft = drafts.read<Form>(at);
    return draft && !sameValue(draft.form, form) ? { at, draft } : null;
  };
  const [found, setFound] = useState(() => foundUnder(key));
  const [looked, setLooked] = useState(key);
  if (looked !== key) {
    setLooked(key);
    // What is on offer stays so until somebody decides.
    if (!found) setFound(foundUnder(key));
  }
  /** From a look at the preview (PREV-07). */
  const [comesBack] = useState(() => laidForm.get()?.editor === editorOf(kind, id));
  /** A copy of the present key waits while that of another one is on offer. */
  const next = (): Found<Form> | null => (found && found.at !== key && !kept.isKeptHere() ? foundUnder(key) : null);

  return {
    found: found?.draft ?? null,
    /** Neither an ended session nor a look at the preview is a reason to ask, unless something was typed since (D-53). */
    goesOn: found !== null && (found.draft.interrupted === true || comesBack) && !kept.dirty,
    keptAt: kept.keptAt,
    /** Keeps what is typed now, without waiting for a pause. */
    keep: kept.keep,
    /** Forgets the copy and what was found; `gone` is what became of the form since, when it was saved with what was typed beside a list. */
    drop: (gone: Form = form): void => {
      kept.drop(gone);
      setFound(null);
    },
    /** Forgets what was found; what is typed meanwhile stays kept. */
    discard: (): void => {
      if (found) drafts.drop(found.at);
      setFound(next());
      if (kept.dirty) kept.keep();
    },
    /** The copy was taken over. */
    taken: (): void => {
      if (found && found.at !== key) drafts.drop(found.at);
      else kept.adopt();
      setFound(next());
    },
  };
};

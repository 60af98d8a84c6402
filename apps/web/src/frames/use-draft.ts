import { useEffect, useRef, useState } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { session } from '../lib/session.ts';
import { type FormShape, sameValue } from './merge.ts';

const KEEP_AFTER_MS = 1_000;

/** A copy on offer, and under which key it lies. */
type Found<Form> = { at: string; draft: Draft<Form> };
type Kept<Form> = { form: Form; base: Form; tag: string | null };

/**
 * Keeps a local copy of what is typed and offers one that an earlier visit left behind (ux 9). A form that goes on under another id (the
 * send form, when another store is selected) takes its copy along.
 */
export const useDraft = <Form extends FormShape>(kind: string, id: string | null, { form, base, tag }: Kept<Form>) => {
  // Whose it is, is settled when the editor opens: an ended session must not leave copies that belong to nobody.
  const [owner] = useState(() => session.get()?.person.id);
  const wanted = `${owner}/${kind}/${id ?? 'new'}`;
  const [of, setOf] = useState(wanted);
  // With the session goes the selected store; the copy stays where its person will look for it.
  const key = session.get() === null ? of : wanted;
  const [opened] = useState(key);
  const foundUnder = (at: string): Found<Form> | null => {
    const draft = drafts.read<Form>(at);
    return draft && !sameValue(draft.form, form) ? { at, draft } : null;
  };
  const [found, setFound] = useState(() => foundUnder(key));
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const dirty = !sameValue(form, base);
  if (of !== key) {
    setOf(key);
    // What is on offer stays so until somebody decides.
    if (!found) setFound(foundUnder(key));
  }
  // Where the copy of this very form lies, and not one that an earlier visit left.
  const keptUnder = useRef<string | null>(null);
  // What was saved or given up is not kept once more on the way out.
  const dropped = useRef<Form | null>(null);
  /** What is typed goes along to another key, unless a copy of its own lies there that is still to be decided. */
  const place = (): string => {
    const home = keptUnder.current ?? opened;
    return key === home || drafts.read(key) === null ? key : home;
  };
  const keep = (): void => {
    const interrupted = session.wasLost();
    if ((session.get() === null && !interrupted) || dropped.current === form) return;
    const savedAt = Date.now();
    const at = place();
    if (keptUnder.current !== null && keptUnder.current !== at) drafts.drop(keptUnder.current);
    drafts.write(at, { form, base, tag, savedAt, interrupted });
    keptUnder.current = at;
    setKeptAt(savedAt);
  };
  useEffect(() => {
    if (!dirty) return;
    if (keptUnder.current !== null && keptUnder.current !== place()) keep();
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    addEventListener('pagehide', keep);
    // A session that ends by itself takes nothing that was typed, not even the last letter.
    const unsubscribe = session.subscribe(() => session.wasLost() && keep());
    return () => {
      unsubscribe();
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `keep` is made of these
  }, [key, dirty, form, base, tag]);

  /** A copy of the present key waits while that of another one is on offer. */
  const next = (): Found<Form> | null => (found && found.at !== key && keptUnder.current !== key ? foundUnder(key) : null);

  return {
    found: found?.draft ?? null,
    /** An ended session is no reason to ask, unless something was typed since (D-53). */
    goesOn: found?.draft.interrupted === true && !dirty,
    keptAt: dirty ? keptAt : null,
    /** Keeps what is typed now, without waiting for a pause. */
    keep,
    /** Forgets the copy and what was found; `gone` is what became of the form since, when it was saved with what was typed beside a list. */
    drop: (gone: Form = form): void => {
      dropped.current = gone;
      drafts.drop(key);
      if (keptUnder.current !== null) drafts.drop(keptUnder.current);
      setFound(null);
      setKeptAt(null);
    },
    /** Forgets what was found; what is typed meanwhile stays kept. */
    discard: (): void => {
      if (found) drafts.drop(found.at);
      setFound(next());
      if (dirty) keep();
    },
    /** The copy was taken over. */
    taken: (): void => {
      // Under the present key it becomes the form's own, so that it is never gone before the form is kept again.
      if (found && found.at !== key) drafts.drop(found.at);
      else keptUnder.current = key;
      setFound(next());
    },
  };
};

import { useEffect, useRef, useState } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { session } from '../lib/session.ts';
import { type FormShape, sameValue } from './merge.ts';

const KEEP_AFTER_MS = 1_000;

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
  const foundUnder = (at: string): Draft<Form> | null => {
    const draft = drafts.read<Form>(at);
    return draft && !sameValue(draft.form, form) ? draft : null;
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
  const keep = (): void => {
    const interrupted = session.wasLost();
    if ((session.get() === null && !interrupted) || dropped.current === form) return;
    const savedAt = Date.now();
    drafts.write(key, { form, base, tag, savedAt, interrupted });
    keptUnder.current = key;
    setKeptAt(savedAt);
  };
  useEffect(() => {
    if (!dirty) return;
    if (keptUnder.current !== null && keptUnder.current !== key) {
      drafts.drop(keptUnder.current);
      keep();
    }
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

  return {
    found,
    keptAt: dirty ? keptAt : null,
    /** Keeps what is typed now, without waiting for a pause. */
    keep,
    /** Forgets the copy and what was found; `gone` is what became of the form since, when it was saved with what was typed beside a list. */
    drop: (gone: Form = form): void => {
      dropped.current = gone;
      drafts.drop(key);
      setFound(null);
      setKeptAt(null);
    },
    /** Forgets what was found; what is typed meanwhile stays kept. */
    discard: (): void => {
      drafts.drop(key);
      setFound(null);
      if (dirty) keep();
    },
    /** The copy was taken over. */
    taken: (): void => setFound(null),
  };
};

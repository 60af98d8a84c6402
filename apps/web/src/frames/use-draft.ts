import { useEffect, useState } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { session } from '../lib/session.ts';
import { type FormShape, sameValue } from './merge.ts';

const KEEP_AFTER_MS = 1_000;

type Kept<Form> = { form: Form; base: Form; tag: string | null };

/** Keeps a local copy of what is typed and offers one that an earlier visit left behind (ux 9). */
export const useDraft = <Form extends FormShape>(kind: string, id: string | null, { form, base, tag }: Kept<Form>) => {
  // Whose it is, is settled when the editor opens: an ended session must not leave copies that belong to nobody.
  const [key] = useState(() => `${session.get()?.person.id}/${kind}/${id ?? 'new'}`);
  const [found, setFound] = useState<Draft<Form> | null>(() => {
    const draft = drafts.read<Form>(key);
    return draft && !sameValue(draft.form, form) ? draft : null;
  });
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const dirty = !sameValue(form, base);
  useEffect(() => {
    if (!dirty) return;
    const keep = (): void => {
      if (session.get() === null) return;
      const savedAt = Date.now();
      drafts.write(key, { form, base, tag, savedAt });
      setKeptAt(savedAt);
    };
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [key, dirty, form, base, tag]);

  return {
    found,
    keptAt: dirty ? keptAt : null,
    /** Forgets the copy and what was found. */
    drop: (): void => {
      drafts.drop(key);
      setFound(null);
      setKeptAt(null);
    },
    /** The copy was taken over. */
    taken: (): void => setFound(null),
  };
};

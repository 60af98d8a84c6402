import { useEffect, useRef, useState } from 'react';
import { drafts } from '../lib/drafts.ts';
import { session } from '../lib/session.ts';
import { type FormShape, sameValue } from './merge.ts';

/** What is typed is kept in a pause, or without one when it was not for so long (ux 9). */
const KEEP_AFTER_MS = 1_000;
const KEEP_WITHIN_MS = 2_000;

/** A form with what it started from. */
export type Typed<Form> = { form: Form; base: Form; tag: string | null };

/** Keeps a local copy of what is typed; a form that goes on under another key takes its copy along. */
export const useKept = <Form extends FormShape>(key: string, { form, base, tag }: Typed<Form>) => {
  const [opened] = useState(key);
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const dirty = !sameValue(form, base);
  // Where the copy of this very form lies, and not one that an earlier visit left.
  const keptUnder = useRef<string | null>(null);
  /** Since when something is typed that is not kept. */
  const unkeptSince = useRef<number | null>(null);
  // What was saved or given up is not kept once more on the way out.
  const dropped = useRef<Form | null>(null);
  /** What is typed goes along to another key, unless a copy of its own lies there that is still to be decided. */
  const place = (): string => {
    const home = keptUnder.current ?? opened;
    return key === home || drafts.read(key) === null ? key : home;
  };
  const keep = (): void => {
    unkeptSince.current = null;
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
    if (!dirty) {
      unkeptSince.current = null;
      return;
    }
    if (keptUnder.current !== null && keptUnder.current !== place()) keep();
    unkeptSince.current ??= Date.now();
    const timer = setTimeout(keep, Math.min(KEEP_AFTER_MS, unkeptSince.current + KEEP_WITHIN_MS - Date.now()));
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
    dirty,
    keptAt: dirty ? keptAt : null,
    keep,
    isKeptHere: (): boolean => keptUnder.current === key,
    /** The copy under the present key becomes the form's own, so that it is never gone before the form is kept again. */
    adopt: (): void => {
      keptUnder.current = key;
    },
    /** `gone`: the form that is not to be kept again. */
    drop: (gone: Form): void => {
      dropped.current = gone;
      drafts.drop(key);
      if (keptUnder.current !== null) drafts.drop(keptUnder.current);
      setKeptAt(null);
    },
  };
};

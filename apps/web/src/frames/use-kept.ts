import { useEffect, useRef, useState } from 'react';
import { type Draft, drafts } from '../lib/drafts.ts';
import { sameValue } from '../lib/same-value.ts';
import { session } from '../lib/session.ts';
import { copies } from './copies.ts';
import { type FormShape, isChanged } from './merge.ts';

/** What is typed is kept in a pause, or without one when it was not for so long (ux 9). */
const KEEP_AFTER_MS = 1_000;
const KEEP_WITHIN_MS = 2_000;

/** A form with what it started from. */
export type Typed<Form> = { form: Form; base: Form; tag: string | null };

const newVisit = (): string => `#${Math.random().toString(36).slice(2, 10)}`;

/** The copy of this very form: in a place of this visit, wherever the form is by now. */
const useCopy = <Form extends FormShape>(key: string) => {
  const keptUnder = useRef<string | null>(null);
  /** The visit whose place it is; known with the first copy. */
  const visit = useRef<string | null>(null);
  const place = (): string => key + (visit.current ??= newVisit());
  return {
    liesElsewhere: (): boolean => keptUnder.current !== null && keptUnder.current !== place(),
    own: (): string | null => keptUnder.current,
    adopt: (at: string): void => {
      keptUnder.current = at;
      visit.current = /#[^#]*$/.exec(at)?.[0] ?? null;
    },
    /** Whether it was kept; what was kept before is there as long as it was not. */
    write: (draft: Draft<Form>): boolean => {
      const at = place();
      const former = keptUnder.current;
      if (!drafts.write(at, draft)) return false;
      if (former !== null && former !== at) drafts.drop(former);
      if (former !== at) copies.makeRoom(key, at);
      keptUnder.current = at;
      return true;
    },
    drop: (): void => {
      if (keptUnder.current !== null) drafts.drop(keptUnder.current);
      keptUnder.current = null;
    },
  };
};

/** Keeps a local copy of what is typed; a form that goes on under another key takes its copy along. */
export const useKept = <Form extends FormShape>(key: string, { form, base, tag }: Typed<Form>) => {
  const copy = useCopy<Form>(key);
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const dirty = isChanged(base, form);
  /** Since when something is typed that is not kept. */
  const unkeptSince = useRef<number | null>(null);
  // What was saved or given up is not kept once more on the way out.
  const dropped = useRef<Form | null>(null);
  const keep = (): void => {
    unkeptSince.current = null;
    const interrupted = session.wasLost();
    if ((session.get() === null && !interrupted) || dropped.current === form) return;
    const savedAt = Date.now();
    setKeptAt(copy.write({ form, base, tag, savedAt, interrupted }) ? savedAt : null);
  };
  useEffect(() => {
    if (!dirty) {
      unkeptSince.current = null;
      return;
    }
    // A session that ended by itself takes nothing that was typed, not even the last letter.
    if (copy.liesElsewhere() || session.wasLost()) keep();
    unkeptSince.current ??= Date.now();
    const timer = setTimeout(keep, Math.min(KEEP_AFTER_MS, unkeptSince.current + KEEP_WITHIN_MS - Date.now()));
    addEventListener('pagehide', keep);
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
    /** Where the form's own copy lies. */
    own: copy.own,
    /** A copy becomes the form's own, so that it is never gone before the form is kept again. */
    adopt: copy.adopt,
    /** `gone`: the form that is not to be kept again. */
    drop: (gone: Form): void => {
      dropped.current = gone;
      copy.drop();
      // What is stored by now, or was before, is to be offered to nobody.
      copies.dropWhere<Form>(key, (form) => [gone, base].some((said) => sameValue(said, form)));
      setKeptAt(null);
    },
  };
};

import { fieldCodes } from '@endcap/contract/core';
import { useMemo, useState } from 'react';
import type { Tagged } from '../lib/api.ts';
import { useLanguage } from '../lib/language.tsx';
import type { DraftShape, EditorSpec, Marked } from './editor-spec.ts';
import { type FormShape, mergeForms, sameValue } from './merge.ts';
import { useDraft } from './use-draft.ts';
import type { Base, Conflict } from './use-save.ts';
import { useSaveOnce } from './use-save-once.ts';
import { useShownProblems } from './use-shown-problems.ts';

type Events<Form, Entity> = {
  /** `mergedWith`: somebody else's changes that were joined with ours. `stored`: what a change of an existing one left. */
  onSaved: (saved: { id: string; form: Form; mergedWith: Entity | null; stored: Tagged<Entity> | null }) => Promise<void>;
  /** The server found fields at fault; `mark` marks them. */
  onRefused: (mark: () => void) => void;
};

/** The state of an editor: form, problems, draft, saving and conflicts. */
export const useEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftShape>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  loaded: Tagged<Entity> | null,
  { onSaved, onRefused }: Events<Form, Entity>,
) => {
  const language = useLanguage();
  const [base, setBase] = useState<Base<Form, Entity>>(() => ({
    form: loaded ? spec.toForm(loaded.value, language) : spec.empty(),
    tag: loaded?.tag ?? null,
    entity: loaded?.value ?? null,
  }));
  const [form, setForm] = useState(base.form);
  const [uploads, setUploads] = useState(0);
  const [conflict, setConflict] = useState<Conflict<Form, Entity> | null>(null);
  const draft = useDraft(spec.kind, id, { form, base: base.form, tag: base.tag });
  const whole = useMemo(() => spec.addTyped?.(form) ?? { form, problems: {} }, [spec, form]);
  const found = useMemo(() => {
    const parsed = spec.schema.safeParse(whole.form);
    return { ...(parsed.success ? {} : fieldCodes(parsed.error)), ...whole.problems };
  }, [spec, whole]);
  const { problems, problemOf, count, touch, refuse, reveal, forget } = useShownProblems<Form>(found);

  const saving = useSaveOnce(spec, id, {
    onDone: async (result, saved) => {
      setConflict(result.conflict);
      if (result.conflict) return;
      draft.drop(saved);
      await onSaved({ ...result, form: saved });
    },
    onRefused: (fields) => onRefused(() => refuse(fields)),
  });

  const restore = (): void => {
    if (!draft.found) return;
    // A copy of an earlier version of this page may lack fields.
    setForm({ ...base.form, ...draft.found.form });
    // The draft's own start: what others changed since is found when it is saved.
    setBase((before) => (draft.found ? { ...before, form: { ...before.form, ...draft.found.base }, tag: draft.found.tag } : before));
    draft.taken();
  };
  // After an ended session one goes on where one was.
  if (draft.goesOn) restore();

  return {
    form,
    entity: base.entity,
    problems,
    draft,
    conflict,
    dirty: !sameValue(form, base.form),
    uploading: uploads > 0,
    onBusy: (begins: boolean): void => setUploads((count) => count + (begins ? 1 : -1)),
    isSaving: saving.isSaving,
    failure: saving.failure,
    change: (part: Partial<Form>): void => {
      setForm((before) => ({ ...before, ...part }));
      touch(Object.keys(part));
    },
    problemOf,
    reveal,
    save: (): void => {
      if (uploads > 0) return;
      if (count > 0) return reveal();
      setForm(whole.form);
      saving.save(whole.form, base);
    },
    restore,
    /** Goes on from what is stored now; what was typed while it was saved stays. */
    settle: (stored: Tagged<Entity>, saved: Form): void => {
      const next = spec.toForm(stored.value, language);
      setBase({ form: next, tag: stored.tag, entity: stored.value });
      setForm((now) => mergeForms(saved, now, next).form);
      forget();
    },
    dismissConflict: () => setConflict(null),
    choose: (chosen: Form): void => {
      if (!conflict) return;
      setForm(chosen);
      setBase(conflict.theirs);
      setConflict(null);
      saving.save(chosen, conflict.theirs);
    },
  };
};

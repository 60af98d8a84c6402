import type { FieldCodes } from '@endcap/contract/core';
import { useCallback, useState } from 'react';
import type { Tagged } from '../lib/api.ts';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import type { FormShape } from './merge.ts';
import { useDraft } from './use-draft.ts';
import { useEditedForm } from './use-edited-form.ts';
import type { Base, Conflict, Written } from './use-save.ts';
import { useSaveOnce } from './use-save-once.ts';

type Events<Form, Entity> = {
  /** `mergedWith`: somebody else's changes that were joined with ours. `stored`: what a change of an existing one left. */
  onSaved: (saved: { id: string; form: Form; mergedWith: Entity | null; stored: Tagged<Entity> | null }) => Promise<void>;
  /** The server found fields at fault; `mark` marks them. */
  onRefused: (mark: () => void) => void;
};

/** Uploads under way, of which Save waits for all. */
const useUploads = () => {
  const [count, setCount] = useState(0);
  const onBusy = useCallback((begins: boolean): void => setCount((before) => before + (begins ? 1 : -1)), []);
  return { uploading: count > 0, onBusy };
};

type Asking<Form extends FormShape, Entity> = {
  /** What is saved is what stands in the form from then on. */
  onStart: (form: Form, base: Base<Form, Entity>) => void;
  onDone: (result: Written<Entity>, saved: Form) => Promise<void>;
  onRefused: (fields: FieldCodes) => void;
};

/** A save that asks when others changed the same fields; nothing is written before the person has chosen or given up. */
const useAskingSave = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  { onStart, onDone, onRefused }: Asking<Form, Entity>,
) => {
  const [conflict, setConflict] = useState<Conflict<Form, Entity> | null>(null);
  const once = useSaveOnce(spec, id, {
    onDone: async (result, saved) => {
      setConflict(result.conflict);
      if (!result.conflict) await onDone(result, saved);
    },
    onRefused,
  });
  const save = (form: Form, base: Base<Form, Entity>): void => {
    onStart(form, base);
    once.save(form, base);
  };
  return {
    isSaving: once.isSaving,
    failure: once.failure,
    save,
    conflict,
    dismissConflict: () => setConflict(null),
    choose: (chosen: Form): void => {
      if (!conflict) return;
      setConflict(null);
      save(chosen, conflict.theirs);
    },
  };
};

/** The state of an editor: form, problems, draft, saving and conflicts. */
export const useEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  loaded: Tagged<Entity> | null,
  { onSaved, onRefused }: Events<Form, Entity>,
) => {
  const { base, form, now, whole, shown, dirty, change, replace, goOnFrom, settle } = useEditedForm(spec, loaded);
  const [isRestored, setRestored] = useState(false);
  const { uploading, onBusy } = useUploads();
  const draft = useDraft(spec.kind, id, { form, base: base.form, tag: base.tag });

  const { save, ...saving } = useAskingSave(spec, id, {
    onStart: replace,
    onDone: async (result, saved) => {
      draft.drop(saved);
      await onSaved({ ...result, form: saved });
    },
    onRefused: (fields) => onRefused(() => shown.refuse(fields)),
  });

  const restore = (): void => {
    if (!draft.found) return;
    goOnFrom(draft.found);
    draft.taken();
    setRestored(true);
  };
  // After an ended session one goes on where one was.
  if (draft.goesOn) restore();

  return {
    form,
    now,
    entity: base.entity,
    /** As it would be saved: with what is typed beside a list. */
    whole,
    /** The form of what is stored. */
    stored: base.form,
    problems: shown.problems,
    shown: shown.shown,
    summary: shown.summary,
    draft,
    dirty,
    uploading,
    onBusy,
    change,
    problemOf: shown.problemOf,
    reveal: shown.reveal,
    save: (): void => {
      if (uploading) return;
      if (shown.count > 0) return shown.reveal();
      save(whole, base);
    },
    restore,
    /** What is typed is an earlier visit's. */
    isRestored,
    settle,
    ...saving,
  };
};

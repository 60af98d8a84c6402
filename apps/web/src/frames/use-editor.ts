import { useCallback, useState } from 'react';
import type { Tagged } from '../lib/api.ts';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import type { FormShape } from './merge.ts';
import { useDraft } from './use-draft.ts';
import { useEditedForm } from './use-edited-form.ts';
import type { Conflict } from './use-save.ts';
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

/** The state of an editor: form, problems, draft, saving and conflicts. */
export const useEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  loaded: Tagged<Entity> | null,
  { onSaved, onRefused }: Events<Form, Entity>,
) => {
  const { base, form, now, whole, shown, dirty, change, replace, goOnFrom, settle } = useEditedForm(spec, loaded);
  const { uploading, onBusy } = useUploads();
  const [conflict, setConflict] = useState<Conflict<Form, Entity> | null>(null);
  const draft = useDraft(spec.kind, id, { form, base: base.form, tag: base.tag });

  const saving = useSaveOnce(spec, id, {
    onDone: async (result, saved) => {
      setConflict(result.conflict);
      if (result.conflict) return;
      draft.drop(saved);
      await onSaved({ ...result, form: saved });
    },
    onRefused: (fields) => onRefused(() => shown.refuse(fields)),
  });

  const restore = (): void => {
    if (!draft.found) return;
    goOnFrom(draft.found);
    draft.taken();
  };
  // After an ended session one goes on where one was.
  if (draft.goesOn) restore();

  return {
    form,
    now,
    entity: base.entity,
    problems: shown.problems,
    draft,
    conflict,
    dirty,
    uploading,
    onBusy,
    isSaving: saving.isSaving,
    failure: saving.failure,
    change,
    problemOf: shown.problemOf,
    reveal: shown.reveal,
    save: (): void => {
      if (uploading) return;
      if (shown.count > 0) return shown.reveal();
      replace(whole, base);
      saving.save(whole, base);
    },
    restore,
    settle,
    dismissConflict: () => setConflict(null),
    choose: (chosen: Form): void => {
      if (!conflict) return;
      replace(chosen, conflict.theirs);
      setConflict(null);
      saving.save(chosen, conflict.theirs);
    },
  };
};

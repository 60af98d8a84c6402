import { useCallback, useState } from 'react';
import type { Tagged } from '../lib/api.ts';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import type { FormShape } from './merge.ts';
import { useAskingSave } from './use-asking-save.ts';
import { useBegunFrom } from './use-begun-from.ts';
import { useEarlierDraft } from './use-earlier-draft.ts';
import { useEditedForm } from './use-edited-form.ts';
import type { Written } from './use-save.ts';

type Events<Form extends FormShape, Entity> = {
  /** `form`: as it stood when Save was pressed. */
  onSaved: (saved: Written<Form, Entity> & { form: Form }) => Promise<void>;
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
  const begunFrom = useBegunFrom();
  const edited = useEditedForm(spec, loaded, begunFrom);
  const { base, form, now, whole, shown, dirty, change, settle } = edited;
  const { uploading, onBusy } = useUploads();
  const { draft, restore, isRestored } = useEarlierDraft(spec.kind, id, edited, begunFrom);

  const { save, ...saving } = useAskingSave(spec, id, edited, {
    onDone: async (result, saved) => {
      draft.drop(saved);
      await onSaved({ ...result, form: saved });
    },
    onRefused: (fields) => onRefused(() => shown.refuse(fields)),
  });

  return {
    form,
    now,
    entity: base.entity,
    /** What the form was made from: a revision, or what a new item begins with. */
    tag: base.tag,
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
    // What was saved is not drawn yet.
    restore: (): void => {
      if (!saving.isSaving) restore();
    },
    isRestored,
    settle,
    ...saving,
  };
};

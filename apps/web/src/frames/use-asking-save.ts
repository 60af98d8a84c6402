import type { FieldCodes } from '@endcap/contract/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import { joinForms } from './join-forms.ts';
import { type FormShape, withTypedSince } from './merge.ts';
import type { Base, Conflict, Written } from './use-save.ts';
import { useSaveOnce } from './use-save-once.ts';

type Edited<Form extends FormShape, Entity> = {
  now: () => Form;
  judge: (form: Form) => { whole: Form; found: FieldCodes };
  replace: (form: Form, base: Base<Form, Entity>) => void;
  shown: { reveal: () => void };
};
type Asking<Form extends FormShape, Entity> = {
  onDone: (result: Written<Form, Entity>, saved: Form) => Promise<void>;
  onRefused: (fields: FieldCodes) => void;
};

/** `typed`: the form as it stood when the question came. `merged`: both sides' edits. */
type Asked<Form extends FormShape, Entity> = Conflict<Form, Entity> & { typed: Form; merged: Form };

/** What was typed while the save was under way is part of the question, and asks where others changed it too. */
const askedOf = <Form extends FormShape, Entity>(
  { schema, emptyIsAll }: { schema: z.ZodType; emptyIsAll?: readonly string[] },
  conflict: Conflict<Form, Entity>,
  typed: Form,
): Asked<Form, Entity> => {
  const { form, conflicts } = joinForms(schema, conflict.met.from, typed, conflict.met.theirs.form, emptyIsAll);
  return { ...conflict, merged: form, fields: [...new Set([...conflict.fields, ...conflicts])], typed };
};

/** A save that asks when others changed the same fields; nothing is written before the person has chosen or given up. */
export const useAskingSave = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  { now, judge, replace, shown }: Edited<Form, Entity>,
  { onDone, onRefused }: Asking<Form, Entity>,
) => {
  const [conflict, setConflict] = useState<Asked<Form, Entity> | null>(null);
  const once = useSaveOnce(spec, id, {
    onDone: async (result, saved) => {
      setConflict(result.conflict && askedOf(spec, result.conflict, now()));
      if (!result.conflict) await onDone(result, saved);
    },
    onRefused,
  });
  const save = (form: Form, base: Base<Form, Entity>): void => {
    // What is saved is what stands in the form from then on.
    replace(form, base);
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
      const next = withTypedSince(conflict.typed, now(), chosen).form;
      const { whole, found } = judge(next);
      const { theirs } = conflict.met;
      if (Object.keys(found).length === 0) return save(whole, theirs);
      // What came while the save was under way cannot be saved yet: it stands in the form, with what was chosen.
      replace(next, theirs);
      shown.reveal();
    },
  };
};

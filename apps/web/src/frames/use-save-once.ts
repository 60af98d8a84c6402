import type { FieldCodes } from '@endcap/contract/core';
import { useRef, useState } from 'react';
import { ApiProblem } from '../lib/api.ts';
import { useLanguage } from '../lib/language.tsx';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import type { FormShape } from './merge.ts';
import { type Base, type Saved, useSave } from './use-save.ts';

type Events<Form extends FormShape, Entity> = {
  onDone: (result: Saved<Form, Entity>, saved: Form) => Promise<void>;
  onRefused: (fields: FieldCodes) => void;
};

/** Two presses within one frame are one save; it lasts until what follows it is done. */
export const useSaveOnce = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  { onDone, onRefused }: Events<Form, Entity>,
) => {
  const saving = useSave(spec, id, useLanguage());
  const [isSaving, setSaving] = useState(false);
  const busy = useRef(false);
  const occupy = (is: boolean): void => {
    busy.current = is;
    setSaving(is);
  };
  return {
    isSaving,
    failure: saving.error instanceof ApiProblem ? saving.error : saving.error && new ApiProblem('internal', 0),
    save: (form: Form, base: Base<Form, Entity>): void => {
      if (busy.current) return;
      occupy(true);
      saving.mutate(
        { form, base },
        {
          onSuccess: (result) => onDone(result, form).finally(() => occupy(false)),
          onError: (error) => {
            occupy(false);
            const problem = error instanceof ApiProblem ? error : null;
            // ERR-07..09, A-104: of what was typed nothing.
            console.warn(`Saving ${spec.kind} failed:`, problem?.status, problem?.code ?? error, problem?.requestId ?? '');
            if (problem?.status === 422) onRefused(problem.fields);
          },
        },
      );
    },
  };
};

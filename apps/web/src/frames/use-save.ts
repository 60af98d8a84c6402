import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, isOutcomeUnknown, type Tagged } from '../lib/api.ts';
import type { Language } from '../lib/language.tsx';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import { joinForms } from './join-forms.ts';
import { changedFields, type FormShape } from './merge.ts';

/** What a form was made from. */
export type Base<Form extends FormShape, Entity> = { form: Form; tag: string | null; entity: Entity | null };

/** Both sides changed the same fields; nothing is saved until somebody chooses. */
export type Conflict<Form extends FormShape, Entity> = { merged: Form; fields: (keyof Form & string)[]; theirs: Base<Form, Entity> };

/** `mergedWith`: whose changes were joined with ours, null without any. `stored`: the entity as it is now; null for a new one. */
export type Written<Entity> = { conflict: null; mergedWith: Entity | null; id: string; stored: Tagged<Entity> | null };
export type Saved<Form extends FormShape, Entity> = { conflict: Conflict<Form, Entity> } | Written<Entity>;

const TRIES = 5;

/**
 * Creates, or changes the fields that differ from what was loaded. When somebody else was faster, separate edits are merged and
 * sent again; the same field is handed back as a conflict.
 */
export const useSave = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  language: Language,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (start: { form: Form; base: Base<Form, Entity> }): Promise<Saved<Form, Entity>> => {
      let { form, base } = start;
      let mergedWith: Entity | null = null;
      for (let tries = 1; ; tries += 1) {
        const draft = spec.schema.parse(form);
        if (id === null) {
          const { _id } = await spec.create(draft);
          return { conflict: null, mergedWith, id: _id, stored: null };
        }
        const fields = changedFields(base.form, form);
        if (fields.length === 0) return { conflict: null, mergedWith, id, stored: base.entity && { value: base.entity, tag: base.tag } };
        if (base.tag === null) throw new Error('It came without a tag: nobody would notice whose changes are written over (A-106).');
        try {
          const stored = await spec.change(id, Object.fromEntries(fields.map((field) => [field, draft[field]])), base.tag);
          return { conflict: null, mergedWith, id, stored };
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.status !== 412 || tries === TRIES) throw error;
          // A 412 carries the entity in the shape of the route's answer.
          const entity = error.current as Entity;
          const theirs: Base<Form, Entity> = { form: spec.toForm(entity, language), tag: error.tag, entity };
          const merge = joinForms(spec.schema, base.form, form, theirs.form);
          if (merge.conflicts.length > 0) return { conflict: { merged: merge.form, fields: merge.conflicts, theirs } };
          mergedWith = entity;
          form = merge.form;
          base = theirs;
        }
      }
    },
    // What may have been saved all the same is looked for in lists.
    onError: (error) => {
      if (isOutcomeUnknown(error)) void spec.changed(client);
    },
  });
};

import { basedOnOwn, joinForms } from '../form/join-forms.ts';
import { changedFields, type FormShape } from '../form/merge.ts';
import { ApiProblem, isOutcomeUnknown, type Tagged } from '../lib/api.ts';
import type { Base, DraftOf, EditorSpec, Marked } from './editor-spec.ts';

/** What others left who were faster, and what ours was made from, less what was our own write all the same. */
type Met<Form extends FormShape, Entity> = { from: Form; theirs: Base<Form, Entity> };

/** Both sides changed the same fields; nothing is saved until somebody chooses. `by`: who, and when. */
export type Conflict<Form extends FormShape, Entity> = { met: Met<Form, Entity>; fields: (keyof Form & string)[]; by: Entity };

/** `mergedWith`: whose changes were joined with ours, null without any. `stored`: the entity as it is now; null for a new one. */
export type Written<Form extends FormShape, Entity> = {
  conflict: null;
  met: Met<Form, Entity> | null;
  mergedWith: Entity | null;
  id: string;
  stored: Tagged<Entity> | null;
  /** The form as it was sent at last. */
  sent: Form;
};

type Sending<Form extends FormShape, Entity> = {
  form: Form;
  base: Base<Form, Entity>;
  toForm: (entity: Entity) => Form;
  /** What was sent without an answer: it may be what is stored. */
  unanswered: { current: Form | null };
};

const TRIES = 5;

/**
 * Creates, or changes the fields that differ from what was loaded. When somebody else was faster, separate edits are merged and
 * sent again; the same field is handed back as a conflict. Rejects with the `ApiProblem` of what was refused.
 */
export const saveForm = async <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  start: Sending<Form, Entity>,
): Promise<{ conflict: Conflict<Form, Entity> } | Written<Form, Entity>> => {
  const { unanswered } = start;
  let { form: sent, base } = start;
  let met: Met<Form, Entity> | null = null;
  let mergedWith: Entity | null = null;
  for (let tries = 1; ; tries += 1) {
    const draft = spec.schema.parse(sent);
    if (base.entity === null) {
      const { _id } = await spec.create(draft);
      return { conflict: null, met, mergedWith, id: _id, stored: null, sent };
    }
    const { _id: id } = base.entity;
    const fields = changedFields(base.form, sent);
    const written = { conflict: null, met, mergedWith, id, sent };
    if (fields.length === 0) {
      unanswered.current = null;
      return { ...written, stored: { value: base.entity, tag: base.tag } };
    }
    // Without one nobody would notice whose changes are written over.
    if (base.tag === null) throw new Error('It came without a tag.');
    try {
      const stored = await spec.change(id, Object.fromEntries(fields.map((field) => [field, draft[field]])), base.tag);
      unanswered.current = null;
      return { ...written, stored };
    } catch (error) {
      if (isOutcomeUnknown(error)) unanswered.current = sent;
      if (!(error instanceof ApiProblem) || error.status !== 412 || tries === TRIES) throw error;
      // A 412 carries the entity in the shape of the route's answer.
      const entity = error.current as Entity;
      const theirs: Base<Form, Entity> = { form: start.toForm(entity), tag: error.tag, entity };
      met = { from: basedOnOwn(spec.schema, start.base.form, unanswered.current, theirs.form), theirs };
      const { form, conflicts, isOthers } = joinForms(spec.schema, met.from, start.form, theirs.form, spec.emptyIsAll);
      const { over, entity: last } = start.base;
      // Nothing was written since ours, that stands over theirs.
      if (conflicts.length > 0)
        return { conflict: { met, fields: conflicts, by: over && last?.updatedAt === entity.updatedAt ? over : entity } };
      if (isOthers) mergedWith = entity;
      sent = form;
      base = theirs;
    }
  }
};

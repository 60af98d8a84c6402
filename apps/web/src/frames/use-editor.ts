import { fieldCodes, type FieldCodes } from '@endcap/contract/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { openDraft, useDraft } from '../form/draft.ts';
import { createForm } from '../form/form-store.ts';
import { basedOnOwn, joinForms, withFieldsOf } from '../form/join-forms.ts';
import { changedFields, fitting, type FormShape, withTypedSince } from '../form/merge.ts';
import { ApiProblem, isOutcomeUnknown, type Tagged } from '../lib/api.ts';
import type { Draft as Copy } from '../lib/drafts.ts';
import { type Language, useLanguage } from '../lib/language.tsx';
import type { Base, DraftOf, EditorSpec, Marked } from './editor-spec.ts';

/** What others left who were faster, and what ours was made from, less what was our own write all the same. */
type Met<Form extends FormShape, Entity> = { from: Form; theirs: Base<Form, Entity> };

/** Both sides changed the same fields; nothing is saved until somebody chooses. `by`: who, and when. */
type Conflict<Form extends FormShape, Entity> = { met: Met<Form, Entity>; fields: (keyof Form & string)[]; by: Entity };

/** `mergedWith`: whose changes were joined with ours, null without any. `stored`: the entity as it is now; null for a new one. */
type Written<Form extends FormShape, Entity> = {
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
const saveForm = async <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
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

type Begun = Partial<Record<'copy' | 'thread' | 'type', string>> & Partial<Record<'from' | 'message', number>>;

/**
 * What the address has a new item begin with: another one (EDIT-01), the change that deleted one (HIST-06), a customer's question, a type
 * (EDIT-04); null: nothing.
 */
const useBegunFrom = (): string | null => {
  const { copy, from, thread, message, type }: Begun = useSearch({ strict: false });
  return copy ?? from?.toString() ?? (thread && message ? `${thread}/${message}` : (type ?? null));
};

/** A form as it would be saved, with what is typed beside a list, and what is wrong with it. */
const judge = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  form: Form,
): { whole: Form; found: FieldCodes } => {
  const { form: whole, problems } = spec.addTyped?.(form) ?? { form, problems: {} };
  const parsed = spec.schema.safeParse(whole);
  return { whole, found: { ...(parsed.success ? {} : fieldCodes(parsed.error)), ...problems } };
};

const baseOf = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  { value, tag }: Tagged<Entity>,
  language: Language,
): Base<Form, Entity> => ({ form: spec.toForm(value, language), tag, entity: value });

/** A copy of what was typed takes the place of a form. With the copy's own start, what others changed since is found when it is saved. */
const fromCopy = <Form extends FormShape, Entity>(copy: Copy<Form>, base: Base<Form, Entity>): [Form, Base<Form, Entity>] => [
  fitting(base.form, copy.form),
  { ...base, form: fitting(base.form, copy.base), tag: copy.tag },
];

/** `typed`: what was typed into another form of the same item, which goes on here. */
export type EditorStart<Form extends FormShape, Entity> = { loaded: Tagged<Entity> | null; typed?: Partial<Form> };

/** The form of an editor as it opens, and the copy of what an earlier visit typed. */
const openEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  of: { kind: string; id: string | null; begunFrom: string | null },
  { loaded, typed }: EditorStart<Form, Entity>,
  language: Language,
) => {
  const base: Base<Form, Entity> = loaded ? baseOf(spec, loaded, language) : { form: spec.empty(), tag: of.begunFrom, entity: null };
  const form = createForm(base, { judge: (values: Form) => judge(spec, values).found, ...(spec.has && { has: spec.has }) });
  const draft = openDraft<Form>(form, of, (copy) => form.replace(...fromCopy(copy, base)));
  if (typed) form.change(typed);
  return {
    draft,
    editor: form,
  };
};

/** `typed`: the form as it stood when the question came. `merged`: both sides' edits. */
type Asked<Form extends FormShape, Entity> = Conflict<Form, Entity> & { typed: Form; merged: Form };

/** What was typed while the save was under way is part of the question, and asks where others changed it too. */
const askedOf = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  { schema, emptyIsAll }: EditorSpec<Form, Entity, Draft>,
  conflict: Conflict<Form, Entity>,
  typed: Form,
): Asked<Form, Entity> => {
  const { form, conflicts } = joinForms(schema, conflict.met.from, typed, conflict.met.theirs.form, emptyIsAll);
  return { ...conflict, merged: form, fields: [...new Set([...conflict.fields, ...conflicts])], typed };
};

type Events<Form extends FormShape, Entity> = {
  /** `form`: as it stood when Save was pressed. */
  onSaved: (saved: Written<Form, Entity> & { form: Form }) => Promise<void>;
  /** The server found fields at fault; `mark` marks them. */
  onRefused: (mark: () => void) => void;
};
type EditorForm<Form extends FormShape, Entity extends Marked> = ReturnType<typeof openEditor<Form, Entity, DraftOf<Form>>>['editor'];

/** Saving, once however often it is pressed, until what follows it is done. Asks when others changed the same fields: nothing is written before the person has chosen or given up. */
const useSaving = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  editor: EditorForm<Form, Entity>,
  { onSaved, onRefused }: Events<Form, Entity>,
) => {
  const client = useQueryClient();
  const language = useLanguage();
  const unanswered = useRef<Form | null>(null);
  const busy = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Asked<Form, Entity> | null>(null);
  const saving = useMutation({
    mutationFn: (sent: { form: Form; base: Base<Form, Entity> }) =>
      saveForm(spec, { ...sent, toForm: (entity) => spec.toForm(entity, language), unanswered }),
    // What may have been saved all the same is looked for in lists.
    onError: (error) => {
      if (isOutcomeUnknown(error)) void spec.changed(client);
    },
  });
  const occupy = (is: boolean): void => {
    busy.current = is;
    setSaving(is);
  };
  const fail = (error: unknown): void => {
    const problem = error instanceof ApiProblem ? error : null;
    // ERR-07..09, A-104: of what was typed nothing.
    console.warn(`Saving ${spec.kind} failed:`, problem?.status, problem?.code ?? error, problem?.requestId ?? '');
    if (problem?.status === 422) onRefused(() => editor.refuse(problem.fields));
  };
  const save = (form: Form, base: Base<Form, Entity>): void => {
    if (busy.current) return;
    occupy(true);
    // What is saved is what stands in the form from then on.
    editor.replace(form, base);
    saving.mutate(
      { form, base },
      {
        onSuccess: async (result) => {
          setConflict(result.conflict && askedOf(spec, result.conflict, editor.values.get()));
          try {
            if (!result.conflict) await onSaved({ ...result, form });
          } finally {
            occupy(false);
          }
        },
        onError: (error) => {
          occupy(false);
          fail(error);
        },
      },
    );
  };
  return {
    isSaving,
    failure: saving.error instanceof ApiProblem ? saving.error : saving.error && new ApiProblem('internal', 0),
    save,
    conflict,
    dismissConflict: () => setConflict(null),
    choose: (chosen: Form): void => {
      if (!conflict) return;
      setConflict(null);
      const next = withTypedSince(conflict.typed, editor.values.get(), chosen).form;
      const { whole, found } = judge(spec, next);
      const { theirs } = conflict.met;
      if (Object.keys(found).length === 0) return save(whole, theirs);
      // What came while the save was under way cannot be saved yet: it stands in the form, with what was chosen.
      editor.replace(next, theirs);
      editor.reveal();
    },
  };
};

/** The state of an editor: form, problems, draft, saving and conflicts. */
export const useEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  start: EditorStart<Form, Entity>,
  { onSaved, onRefused }: Events<Form, Entity>,
) => {
  const language = useLanguage();
  const of = { kind: spec.kind, id, begunFrom: useBegunFrom() };
  const [{ editor, draft }] = useState(() => openEditor(spec, of, start, language));
  useDraft(draft, of);
  const { save, ...saving } = useSaving(spec, editor, {
    onSaved: async (saved) => {
      draft.drop(saved.form);
      await onSaved(saved);
    },
    onRefused,
  });
  return {
    /** What the fields are drawn from; the same for good. */
    editor,
    draft,
    /** As it would be saved: with what is typed beside a list. */
    whole: (): Form => judge(spec, editor.values.get()).whole,
    save: (): void => {
      if (editor.uploads.get() > 0) return;
      if (Object.keys(editor.problems.get()).length > 0) return editor.reveal();
      save(judge(spec, editor.values.get()).whole, editor.base.get());
    },
    restore: (): void => {
      // What was saved is not drawn yet.
      const copy = saving.isSaving ? null : draft.take();
      if (copy) editor.replace(...fromCopy(copy, editor.base.get()));
    },
    /** Goes on from what is stored now; what was typed while it was saved stays. */
    settle: (stored: Tagged<Entity>, { sent, met }: Pick<Written<Form, Entity>, 'sent' | 'met'>): void => {
      const next = baseOf(spec, stored, language);
      const typed = editor.values.get();
      const joined = met && joinForms(spec.schema, met.from, typed, met.theirs.form, spec.emptyIsAll);
      editor.replace(
        // What is stored is what was sent, perhaps tidied up: nobody else's.
        withTypedSince(sent, joined?.form ?? typed, next.form).form,
        // What was typed over others' changes has their tag still, which the next save is refused with: so it asks (A-106).
        met && joined?.conflicts.length
          ? { ...next, tag: met.theirs.tag, form: withFieldsOf(next.form, met.from, joined.conflicts), over: met.theirs.entity }
          : next,
      );
      editor.forget();
    },
    ...saving,
  };
};

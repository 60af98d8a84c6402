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

/** A newer version found while saving (`theirs`), and the base of our form updated by our own unanswered write (`from`). */
type NewerVersion<Form extends FormShape, Entity> = { from: Form; theirs: Base<Form, Entity> };

/** Fields that both sides changed; nothing is saved until the person chooses. `by`: the entity with the author and time of the other change. */
type Conflict<Form extends FormShape, Entity> = { newer: NewerVersion<Form, Entity>; fields: (keyof Form & string)[]; by: Entity };

/** Result of a save. `mergedWith`: the version whose changes were merged with ours, or null. `stored`: the stored entity; null for a new one. */
type Written<Form extends FormShape, Entity> = {
  conflict: null;
  newer: NewerVersion<Form, Entity> | null;
  mergedWith: Entity | null;
  id: string;
  stored: Tagged<Entity> | null;
  /** The form as it was last sent. */
  sent: Form;
};

type Sending<Form extends FormShape, Entity> = {
  form: Form;
  base: Base<Form, Entity>;
  toForm: (entity: Entity) => Form;
  /** The form that was last sent without a response; it may be the stored one. */
  unanswered: { current: Form | null };
};

const TRIES = 5;

/**
 * Creates, or changes the fields that differ from what was loaded. When somebody else was faster, separate edits are merged and
 * sent again; edits of the same field are returned as a conflict. Rejects with the `ApiProblem` of a refused request.
 */
const saveForm = async <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  start: Sending<Form, Entity>,
): Promise<{ conflict: Conflict<Form, Entity> } | Written<Form, Entity>> => {
  const { unanswered } = start;
  let { form: sent, base } = start;
  let newer: NewerVersion<Form, Entity> | null = null;
  let mergedWith: Entity | null = null;
  for (let tries = 1; ; tries += 1) {
    const draft = spec.schema.parse(sent);
    if (base.entity === null) {
      const { _id } = await spec.create(draft);
      return { conflict: null, newer, mergedWith, id: _id, stored: null, sent };
    }
    const { _id: id } = base.entity;
    const fields = changedFields(base.form, sent);
    const written = { conflict: null, newer, mergedWith, id, sent };
    if (fields.length === 0) {
      unanswered.current = null;
      return { ...written, stored: { value: base.entity, tag: base.tag } };
    }
    // Without a tag a save could overwrite other people's changes unnoticed.
    if (base.tag === null) throw new Error('It came without a tag.');
    try {
      const stored = await spec.change(id, Object.fromEntries(fields.map((field) => [field, draft[field]])), base.tag);
      unanswered.current = null;
      return { ...written, stored };
    } catch (error) {
      if (isOutcomeUnknown(error)) unanswered.current = sent;
      if (!(error instanceof ApiProblem) || error.status !== 412 || tries === TRIES) throw error;
      // A 412 carries the entity in the shape of the route's response.
      const entity = error.current as Entity;
      const theirs: Base<Form, Entity> = { form: start.toForm(entity), tag: error.tag, entity };
      newer = { from: basedOnOwn(spec.schema, start.base.form, unanswered.current, theirs.form), theirs };
      const { form, conflicts, isOthers } = joinForms(spec.schema, newer.from, start.form, theirs.form, spec.emptyIsAll);
      const { over, entity: last } = start.base;
      // If the entity is unchanged since our own save over theirs, the conflict is with the author of theirs.
      if (conflicts.length > 0)
        return { conflict: { newer, fields: conflicts, by: over && last?.updatedAt === entity.updatedAt ? over : entity } };
      if (isOthers) mergedWith = entity;
      sent = form;
      base = theirs;
    }
  }
};

type Begun = Partial<Record<'copy' | 'thread' | 'type', string>> & Partial<Record<'from' | 'message', number>>;

/**
 * Returns the source that the address names for a new item: an item to copy (EDIT-01), the change that deleted one (HIST-06), a customer's
 * question, or a type (EDIT-04). Null for none.
 */
const useBegunFrom = (): string | null => {
  const { copy, from, thread, message, type }: Begun = useSearch({ strict: false });
  return copy ?? from?.toString() ?? (thread && message ? `${thread}/${message}` : (type ?? null));
};

/** Returns the form as it would be saved, including an entry typed beside a list, and its problems. */
const judge = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  form: Form,
): { whole: Form; problems: FieldCodes } => {
  const { form: whole, problems: ofTyped } = spec.addTyped?.(form) ?? { form, problems: {} };
  const parsed = spec.schema.safeParse(whole);
  return { whole, problems: { ...(parsed.success ? {} : fieldCodes(parsed.error)), ...ofTyped } };
};

const baseOf = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  { value, tag }: Tagged<Entity>,
  language: Language,
): Base<Form, Entity> => ({ form: spec.toForm(value, language), tag, entity: value });

/** Returns the form and the base of a draft. With the draft's own base, a save detects what others changed since. */
const fromCopy = <Form extends FormShape, Entity>(copy: Copy<Form>, base: Base<Form, Entity>): [Form, Base<Form, Entity>] => [
  fitting(base.form, copy.form),
  { ...base, form: fitting(base.form, copy.base), tag: copy.tag },
];

/** `typed`: edits made in another form of the same item, to continue here. */
export type EditorStart<Form extends FormShape, Entity> = { loaded: Tagged<Entity> | null; typed?: Partial<Form> };

/** Creates the form of an editor, and opens the draft of an earlier visit. */
const openEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  of: { kind: string; id: string | null; begunFrom: string | null },
  { loaded, typed }: EditorStart<Form, Entity>,
  language: Language,
) => {
  const base: Base<Form, Entity> = loaded ? baseOf(spec, loaded, language) : { form: spec.empty(), tag: of.begunFrom, entity: null };
  const form = createForm(base, { judge: (values: Form) => judge(spec, values).problems, ...(spec.has && { has: spec.has }) });
  const draft = openDraft<Form>(form, of, (copy) => form.replace(...fromCopy(copy, base)));
  if (typed) form.change(typed);
  return {
    draft,
    editor: form,
  };
};

/** `typed`: the form when the dialog opened. `merged`: both sides' edits. */
type OpenConflict<Form extends FormShape, Entity> = Conflict<Form, Entity> & { typed: Form; merged: Form };

/** Adds edits made during the save to the conflict, including fields that others changed too. */
const openConflict = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  { schema, emptyIsAll }: EditorSpec<Form, Entity, Draft>,
  conflict: Conflict<Form, Entity>,
  typed: Form,
): OpenConflict<Form, Entity> => {
  const { form, conflicts } = joinForms(schema, conflict.newer.from, typed, conflict.newer.theirs.form, emptyIsAll);
  return { ...conflict, merged: form, fields: [...new Set([...conflict.fields, ...conflicts])], typed };
};

type Events<Form extends FormShape, Entity> = {
  /** `form`: the form when Save was pressed. */
  onSaved: (saved: Written<Form, Entity> & { form: Form }) => Promise<void>;
  /** Called when the server rejected fields; `mark` marks them. */
  onRefused: (mark: () => void) => void;
};
type EditorForm<Form extends FormShape, Entity extends Marked> = ReturnType<typeof openEditor<Form, Entity, DraftOf<Form>>>['editor'];

/**
 * Saves the form. Further presses are ignored until the save and its follow-up are done. If others changed the same fields, nothing is
 * written until the person has chosen or cancelled.
 */
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
  const [conflict, setConflict] = useState<OpenConflict<Form, Entity> | null>(null);
  const saving = useMutation({
    mutationFn: (sent: { form: Form; base: Base<Form, Entity> }) =>
      saveForm(spec, { ...sent, toForm: (entity) => spec.toForm(entity, language), unanswered }),
    // The save may have succeeded, so lists are fetched again.
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
    // Logs nothing of the input (ERR-07..09, A-104).
    console.warn(`Saving ${spec.kind} failed:`, problem?.status, problem?.code ?? error, problem?.requestId ?? '');
    if (problem?.status === 422) onRefused(() => editor.refuse(problem.fields));
  };
  const save = (form: Form, base: Base<Form, Entity>): void => {
    if (busy.current) return;
    occupy(true);
    // From here on the form contains exactly the values that are saved.
    editor.replace(form, base);
    saving.mutate(
      { form, base },
      {
        onSuccess: async (result) => {
          setConflict(result.conflict && openConflict(spec, result.conflict, editor.values.get()));
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
      const { whole, problems } = judge(spec, next);
      const { theirs } = conflict.newer;
      if (Object.keys(problems).length === 0) return save(whole, theirs);
      // Edits made during the save are not valid yet, so they stay in the form with the chosen values.
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
    /** The form that the fields render. The object stays the same. */
    editor,
    draft,
    /** Returns the form as it would be saved, including an entry typed beside a list. */
    whole: (): Form => judge(spec, editor.values.get()).whole,
    save: (): void => {
      if (editor.uploads.get() > 0) return;
      if (Object.keys(editor.problems.get()).length > 0) return editor.reveal();
      save(judge(spec, editor.values.get()).whole, editor.base.get());
    },
    restore: (): void => {
      // Ignore a press during a save, whose values are not rendered yet.
      const copy = saving.isSaving ? null : draft.take();
      if (copy) editor.replace(...fromCopy(copy, editor.base.get()));
    },
    /** Bases the form on the stored version, and keeps edits made during the save. */
    settle: (stored: Tagged<Entity>, { sent, newer }: Pick<Written<Form, Entity>, 'sent' | 'newer'>): void => {
      const next = baseOf(spec, stored, language);
      const typed = editor.values.get();
      const joined = newer && joinForms(spec.schema, newer.from, typed, newer.theirs.form, spec.emptyIsAll);
      editor.replace(
        // The stored version is the one that was sent, perhaps normalised by the server, without changes of others.
        withTypedSince(sent, joined?.form ?? typed, next.form).form,
        // Edits over others' changes keep the tag of those changes. The next save is refused for it and opens the dialog (A-106).
        newer && joined?.conflicts.length
          ? { ...next, tag: newer.theirs.tag, form: withFieldsOf(next.form, newer.from, joined.conflicts), over: newer.theirs.entity }
          : next,
      );
      editor.forget();
    },
    ...saving,
  };
};

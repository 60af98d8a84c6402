import { type FieldCodes, fieldCodes } from '@endcap/contract/core';
import { useMemo, useRef, useState } from 'react';
import { ApiProblem, type Tagged } from '../lib/api.ts';
import { useLanguage } from '../lib/language.tsx';
import type { EditorSpec, Marked } from './editor-spec.ts';
import { type FormShape, mergeForms, sameValue } from './merge.ts';
import { useDraft } from './use-draft.ts';
import { type Base, type Conflict, useSave } from './use-save.ts';

type Events<Form, Entity> = {
  /** `mergedWith`: somebody else's changes that were joined with ours. `stored`: what a change of an existing one left. */
  onSaved: (saved: { id: string; form: Form; mergedWith: Entity | null; stored: Tagged<Entity> | null }) => Promise<void>;
  /** The server found fields at fault; `mark` marks them. */
  onRefused: (mark: () => void) => void;
};

/** The state of an editor: form, problems, draft, saving and conflicts. */
export const useEditor = <Form extends FormShape, Entity extends Marked>(
  spec: EditorSpec<Form, Entity>,
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
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [revealed, setRevealed] = useState(false);
  const [refused, setRefused] = useState<FieldCodes>({});
  const [uploads, setUploads] = useState(0);
  const [conflict, setConflict] = useState<Conflict<Form, Entity> | null>(null);
  const draft = useDraft(spec.kind, id, { form, base: base.form, tag: base.tag });
  const saving = useSave(spec, id, language);
  const [isSaving, setSaving] = useState(false);
  const busy = useRef(false);
  /** Two presses within one frame are one save; it lasts until what follows it is done. */
  const occupy = (is: boolean): void => {
    busy.current = is;
    setSaving(is);
  };

  const whole = useMemo(() => spec.addTyped?.(form) ?? { form, problems: {} }, [spec, form]);
  const problems = useMemo(() => {
    const parsed = spec.schema.safeParse(whole.form);
    return { ...(parsed.success ? {} : fieldCodes(parsed.error)), ...whole.problems, ...refused };
  }, [spec, whole, refused]);

  const saveFrom = (from: Form, since: Base<Form, Entity>): void => {
    if (busy.current) return;
    occupy(true);
    saving.mutate(
      { form: from, base: since },
      {
        onSuccess: async (result) => {
          setConflict(result.conflict);
          try {
            if (result.conflict) return;
            draft.drop(from);
            await onSaved({ ...result, form: from });
          } finally {
            occupy(false);
          }
        },
        onError: (error) => {
          occupy(false);
          const problem = error instanceof ApiProblem ? error : null;
          // ERR-07..09, A-104: of what was typed nothing.
          console.warn(`Saving ${spec.kind} failed:`, problem?.status, problem?.code ?? error, problem?.requestId ?? '');
          if (problem?.status === 422) onRefused(() => setRefused(problem.fields));
        },
      },
    );
  };

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
    isSaving,
    failure: saving.error instanceof ApiProblem ? saving.error : saving.error && new ApiProblem('internal', 0),
    change: (part: Partial<Form>): void => {
      setForm((before) => ({ ...before, ...part }));
      setTouched((before) => new Set([...before, ...Object.keys(part)]));
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
    },
    problemOf: (field: keyof Form & string): string | undefined =>
      touched.has(field) || revealed || refused[field] ? problems[field]?.[0] : undefined,
    reveal: () => setRevealed(true),
    save: (): void => {
      if (uploads > 0) return;
      if (Object.keys(problems).length > 0) return setRevealed(true);
      setForm(whole.form);
      saveFrom(whole.form, base);
    },
    restore,
    /** Goes on from what is stored now; what was typed while it was saved stays. */
    settle: (stored: Tagged<Entity>, saved: Form): void => {
      const next = spec.toForm(stored.value, language);
      setBase({ form: next, tag: stored.tag, entity: stored.value });
      setForm((now) => mergeForms(saved, now, next).form);
      setTouched(new Set());
      setRevealed(false);
    },
    dismissConflict: () => setConflict(null),
    choose: (chosen: Form): void => {
      if (!conflict) return;
      setForm(chosen);
      setBase(conflict.theirs);
      setConflict(null);
      saveFrom(chosen, conflict.theirs);
    },
  };
};

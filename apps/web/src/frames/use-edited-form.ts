import { type FieldCodes, fieldCodes } from '@endcap/contract/core';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Tagged } from '../lib/api.ts';
import type { Draft as Copy } from '../lib/drafts.ts';
import { useLanguage } from '../lib/language.tsx';
import { tellTypedNow } from '../lib/typed-text.ts';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import { joinForms, withFieldsOf } from './join-forms.ts';
import { type FormShape, fitting, isChanged, withTypedSince } from './merge.ts';
import type { Base, Written } from './use-save.ts';
import { useShownProblems } from './use-shown-problems.ts';

/** A form that can be read before it is drawn: an effect, which cannot have it drawn first, would miss what was typed last (decision 104). */
const useHeld = <Form>(start: Form) => {
  const [form, setForm] = useState(start);
  const held = useRef(form);
  useLayoutEffect(() => {
    held.current = form;
  }, [form]);
  return {
    form,
    setForm,
    now: useCallback((): Form => {
      tellTypedNow();
      return held.current;
    }, []),
    /** Changes what the form is by now, drawn or not. */
    alter: useCallback((to: (now: Form) => Form): void => {
      held.current = to(held.current);
      setForm(held.current);
    }, []),
  };
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

/**
 * What is typed into an editor: what it was made from, the form as it stands, and what is wrong with it. `begunFrom`: what the address has a
 * new item begin with, which is its tag.
 */
export const useEditedForm = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  loaded: Tagged<Entity> | null,
  begunFrom: string | null,
) => {
  const language = useLanguage();
  const baseOf = ({ value, tag }: Tagged<Entity>): Base<Form, Entity> => ({ form: spec.toForm(value, language), tag, entity: value });
  const [base, setBase] = useState(() => (loaded ? baseOf(loaded) : { form: spec.empty(), tag: begunFrom, entity: null }));
  const { form, setForm, now, alter } = useHeld(base.form);
  const { whole, found } = useMemo(() => judge(spec, form), [spec, form]);
  const shown = useShownProblems<Form>(found, (field) => spec.has?.(form, field) ?? true);
  const { touch, forget } = shown;

  return {
    base,
    form,
    /** With every letter that was typed. */
    now,
    /** With what is typed beside a list. */
    whole,
    shown,
    dirty: isChanged(base.form, form),
    change: useCallback(
      (part: Partial<Form>): void => {
        alter((before) => ({ ...before, ...part }));
        touch(Object.keys(part));
      },
      [alter, touch],
    ),
    judge: (other: Form) => judge(spec, other),
    /** Another form takes the place of what is typed. */
    replace: (next: Form, from: Base<Form, Entity>): void => {
      alter(() => next);
      setBase(from);
    },
    /** Takes a copy over. With the copy's own start, what others changed since is found when it is saved. */
    goOnFrom: (copy: Copy<Form>): void => {
      // Also while the form is drawn, when nothing but its state may be written.
      setForm(fitting(base.form, copy.form));
      setBase({ ...base, form: fitting(base.form, copy.base), tag: copy.tag });
    },
    /** Goes on from what is stored now; what was typed while it was saved stays. */
    settle: (stored: Tagged<Entity>, { sent, met }: Pick<Written<Form, Entity>, 'sent' | 'met'>): void => {
      const next = baseOf(stored);
      const typed = now();
      const joined = met && joinForms(spec.schema, met.from, typed, met.theirs.form, spec.emptyIsAll);
      // What is stored is what was sent, perhaps tidied up: nobody else's.
      alter(() => withTypedSince(sent, joined?.form ?? typed, next.form).form);
      // What was typed over others' changes has their tag still, which the next save is refused with: so it asks (A-106).
      setBase(
        met && joined?.conflicts.length
          ? { ...next, tag: met.theirs.tag, form: withFieldsOf(next.form, met.from, joined.conflicts), over: met.theirs.entity }
          : next,
      );
      forget();
    },
  };
};

import type { FieldCodes } from '@endcap/contract/core';
import type { EditedKind } from '@endcap/contract/history';
import type { QueryClient } from '@tanstack/react-query';
import { type ReadonlyAtom, useSelector } from '@tanstack/react-store';
import type { z } from 'zod';
import type { FormStore } from '../form/form-store.ts';
import type { Tagged } from '../lib/api.ts';
import type { LaidForm } from '../lib/laid-form.ts';
import type { Language } from '../lib/language.tsx';
import type { PastOf } from './history/past.ts';
import type { FormShape } from '../form/merge.ts';

/** Who changed an entity last, and when. */
export type Marked = { _id: string; updatedAt: string; updatedBy: string | null };

/** What is sent of an item. */
type DraftShape = Record<string, unknown>;
/** Fields of a form that are typed beside a list until they are added to it (`addTyped`); nothing is sent of them by themselves. */
type BesideList = `typed${string}` | `new.${string}`;
/** A draft has every field of its form: what is changed is looked up in it by the form's names. */
export type DraftOf<Form> = DraftShape & Record<Exclude<keyof Form, BesideList>, unknown>;

export type SaveQuestion = { title: string; text: string; confirm: string };

/** What tells one editor from another. */
export type EditorSpec<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = PastOf<Form, Entity> & {
  /** Names drafts, queries and changes. */
  kind: EditedKind;
  read: (id: string) => Promise<Tagged<Entity>>;
  create: (draft: Draft) => Promise<{ _id: string }>;
  /** `patch` holds the changed fields, `tag` what they were changed from; answers with what is stored then. */
  change: (id: string, patch: DraftShape, tag: string) => Promise<Tagged<Entity>>;
  /** Fields in which a copy differs from the original: dates a week later (E-64), or `fields` once that is undone (EDIT-01). */
  copied?: { fields: Partial<Form>; later: (form: Form) => Partial<Form> };
  /** The question that is asked once before a form is saved; null for none. `stored`: the item as it is now, null while it is new. */
  asks?: (form: Form, stored: Entity | null, language: Language) => SaveQuestion | null;
  /** Lets every list and picker read again. */
  changed: (client: QueryClient) => Promise<void>;
  empty: () => Form;
  /** The rules of the whole item, the same that the API keeps; the form is its input. */
  schema: z.ZodType<Draft>;
  label: (field: keyof Form & string, language: Language) => string;
  /** Lists that mean everybody when they are empty. */
  emptyIsAll?: readonly (keyof Form & string)[];
  /** Whether a form has a field, where that depends on another one. */
  has?: (form: Form, field: string) => boolean;
  /** What the app's preview lays over what is stored (PREV-07); an editor of what phones do not see has none. */
  inApp?: (draft: Draft, id: string | null) => LaidForm['overlay'];
  /** Where something can be typed beside a list: the form with it added, as it is saved, or why it cannot be. Typed means unsaved. */
  addTyped?: (form: Form) => { form: Form; problems: FieldCodes };
};

/** What a form was made from. `over`: whose changes of the same fields are still to be asked about. */
export type Base<Form extends FormShape, Entity> = { form: Form; tag: string | null; entity: Entity | null; over?: Entity | null };

/** What the fields of an editor are drawn from; each reads what it shows with `useValue`, `useFields` or `useProblem`. */
export type Editor<Form extends FormShape, Entity extends Marked> = FormStore<Form, Base<Form, Entity>>;

/** The entity as it is stored; null while it is new. */
export const useEntity = <Entity>({ base }: { base: ReadonlyAtom<{ entity: Entity | null }> }): Entity | null =>
  useSelector(base, ({ entity }) => entity);

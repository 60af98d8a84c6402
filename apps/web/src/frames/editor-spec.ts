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

/** Author and time of the last change of an entity. */
export type Marked = { _id: string; updatedAt: string; updatedBy: string | null };

/** Body of the request that stores an item. */
type DraftShape = Record<string, unknown>;
/** Fields of a new entry beside a list, until `addTyped` adds it to the list. They are not sent on their own. */
type BesideList = `typed${string}` | `new.${string}`;
/** A draft has every field of its form, because changed fields are looked up by the form's names. */
export type DraftOf<Form> = DraftShape & Record<Exclude<keyof Form, BesideList>, unknown>;

export type SaveQuestion = { title: string; text: string; confirm: string };

export type Span = { name: string; start: string | null; end: string | null };

/** Definition of an editor for one kind of item. */
export type EditorSpec<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = PastOf<Form, Entity> & {
  /** Part of the keys of drafts, queries and changes. */
  kind: EditedKind;
  read: (id: string) => Promise<Tagged<Entity>>;
  create: (draft: Draft) => Promise<{ _id: string }>;
  /** `patch` contains the changed fields, `tag` the version they are based on. Returns the stored item. */
  change: (id: string, patch: DraftShape, tag: string) => Promise<Tagged<Entity>>;
  /** Fields in which a copy differs from the original: dates a week later (E-64), or `fields` once that is undone (EDIT-01). */
  copied?: {
    fields: Partial<Form>;
    later: (form: Form) => Partial<Form>;
    /** The spans of a form with their names, for the banner of a copy; each date is an instant, or null without one. */
    spans: (form: Form, language: Language) => Span[];
  };
  /** The question that is asked once before a form is saved; null for none. `stored`: the item as it is now, null while it is new. */
  asks?: (form: Form, stored: Entity | null, language: Language) => SaveQuestion | null;
  /** Invalidates the queries of all lists and pickers. */
  changed: (client: QueryClient) => Promise<void>;
  empty: () => Form;
  /** The schema of the whole item, the same as the API's. The form is its input. */
  schema: z.ZodType<Draft>;
  label: (field: keyof Form & string, language: Language) => string;
  /** List fields for which an empty list means everyone. */
  emptyIsAll?: readonly (keyof Form & string)[];
  /** Returns true if the form has a field, for fields that depend on another one. */
  has?: (form: Form, field: string) => boolean;
  /** Returns the values that the app's preview lays over the stored ones (PREV-07); undefined for items that phones do not show. */
  inApp?: (draft: Draft, id: string | null) => LaidForm['overlay'];
  /** Returns the form with the entry typed beside a list, as it is saved, or the entry's problems. Such an entry counts as unsaved. */
  addTyped?: (form: Form) => { form: Form; problems: FieldCodes };
};

/** State that a form started from. `over`: another person's version whose changes of the same fields are still to be decided. */
export type Base<Form extends FormShape, Entity> = { form: Form; tag: string | null; entity: Entity | null; over?: Entity | null };

/** State that the fields of an editor render. Each field reads its part with `useValue`, `useFields` or `useProblem`. */
export type Editor<Form extends FormShape, Entity extends Marked> = FormStore<Form, Base<Form, Entity>>;

/** Returns the stored entity; null while the item is new. */
export const useEntity = <Entity>({ base }: { base: ReadonlyAtom<{ entity: Entity | null }> }): Entity | null =>
  useSelector(base, ({ entity }) => entity);

import { useEffect, useState } from 'react';
import type { Tagged } from '../lib/api.ts';
import { sameValue } from '../lib/same-value.ts';
import type { FormShape } from './merge.ts';

/** A new item that was saved without leaving it: what is stored of it, what was typed meanwhile, what stood open, and where the person was. */
type GoneOn = {
  key: string;
  loaded: Tagged<unknown> | undefined;
  typed: object;
  open: string[];
  field: string | null;
  caret: number | null;
};

/** On its way to the item's own address, where another editor goes on with it. */
let underWay: GoneOn | null = null;
const keyOf = (kind: string, id: string | null): string => `${kind}/${id}`;
const takenBy = (kind: string, id: string | null): GoneOn | null => (underWay?.key === keyOf(kind, id) ? underWay : null);

const nameOf = (input: Element | null): string | null =>
  (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) && input.form
    ? (input.labels?.[0]?.textContent ?? null)
    : null;

export const goOn = <Form extends FormShape>(
  kind: string,
  id: string,
  loaded: Tagged<unknown> | undefined,
  saved: Form,
  now: Form,
): void => {
  const at = document.activeElement;
  underWay = {
    key: keyOf(kind, id),
    loaded,
    typed: Object.fromEntries(Object.entries(now).filter(([field, value]) => !sameValue(saved[field as keyof Form], value))),
    open: [...document.querySelectorAll('form fieldset[id]:not([data-folded])')].map(({ id: panel }) => panel),
    field: nameOf(at),
    caret: at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.selectionStart : null,
  };
};

/** What is stored of an item that was just made. */
export const justStored = <Entity>(kind: string, id: string | null): Tagged<Entity> | undefined =>
  // Left by the editor of the same kind.
  takenBy(kind, id)?.loaded as Tagged<Entity> | undefined;

/** Ids of the panels that stood open when an item was just made; of any other none. */
export const openBefore = (kind: string, id: string | null): Set<string> => new Set(takenBy(kind, id)?.open);

/** Goes on as if nothing had happened: with what was typed, in the same field. True when the item was just made here. */
export const useGoneOn = <Form extends FormShape>(
  kind: string,
  id: string | null,
  form: () => HTMLFormElement | null,
  change: (part: Partial<Form>) => void,
): boolean => {
  const [taken] = useState(() => takenBy(kind, id));
  useEffect(() => {
    if (taken === null) return;
    underWay = null;
    if (Object.keys(taken.typed).length > 0) change(taken.typed as Partial<Form>);
    const field = [...(form()?.elements ?? [])].find((element) => taken.field !== null && nameOf(element) === taken.field);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    field.focus({ preventScroll: true });
    if (taken.caret !== null) field.setSelectionRange(taken.caret, taken.caret);
    // oxlint-disable-next-line react/exhaustive-deps -- once, on arrival
  }, []);
  return taken !== null;
};

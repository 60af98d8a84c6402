import type { FieldCodes } from '@endcap/contract/core';
import { useRouter } from '@tanstack/react-router';
import { laidForm } from '../lib/laid-form.ts';
import { paths } from '../lib/paths.ts';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import type { FormShape } from './merge.ts';

type Edited<Form> = {
  form: Form;
  whole: Form;
  problems: FieldCodes;
  dirty: boolean;
  draft: { keep: () => string | null };
};
type Events<Form> = { title: (form: Form) => string; onProblems: () => void; onLeave: () => void };

/** PREV-07: what is typed is kept, shown in the preview, and here again on the way back; whoever lacks something is led to it. */
export const useInApp = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  { form, whole, problems, dirty, draft }: Edited<Form>,
  { title, onProblems, onLeave }: Events<Form>,
): (() => void) => {
  const router = useRouter();
  return () => {
    const sent = spec.schema.safeParse(whole);
    if (!spec.inApp || !sent.success || Object.keys(problems).length > 0) return onProblems();
    const copy = dirty ? draft.keep() : null;
    const { pathname: path, search } = router.state.location;
    const laid = { overlay: spec.inApp(sent.data, id), copy, name: title(form), path, search };
    if (!laidForm.set(laid)) return;
    onLeave();
    void router.navigate({ to: paths.preview, search: { form: true } });
  };
};

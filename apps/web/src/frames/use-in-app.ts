import { useRouter } from '@tanstack/react-router';
import type { FormStore } from '../form/form-store.ts';
import type { FormShape } from '../form/merge.ts';
import { laidForm } from '../lib/laid-form.ts';
import { paths } from '../lib/paths.ts';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';

type Edited<Form extends FormShape> = {
  editor: Pick<FormStore<Form>, 'values' | 'problems' | 'dirty'>;
  whole: () => Form;
  draft: { keep: () => string | null };
};
type Events<Form> = { title: (form: Form) => string; onProblems: () => void; onLeave: () => void };

/** PREV-07: what is typed is kept, shown in the preview, and here again on the way back; whoever lacks something is led to it. */
export const useInApp = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  { editor, whole, draft }: Edited<Form>,
  { title, onProblems, onLeave }: Events<Form>,
): (() => void) => {
  const router = useRouter();
  return () => {
    const sent = spec.schema.safeParse(whole());
    if (!spec.inApp || !sent.success || Object.keys(editor.problems.get()).length > 0) return onProblems();
    const copy = editor.dirty.get() ? draft.keep() : null;
    const { pathname: path, search } = router.state.location;
    const laid = { overlay: spec.inApp(sent.data, id), copy, name: title(editor.values.get()), path, search };
    if (!laidForm.set(laid)) return;
    onLeave();
    void router.navigate({ to: paths.preview, search: { form: true } });
  };
};

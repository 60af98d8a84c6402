import { useSelector } from '@tanstack/react-store';
import { flushSync } from 'react-dom';
import type { FormShape } from '../form/merge.ts';
import { useLanguage } from '../lib/language.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { DraftOf, EditorSpec, Marked } from './editor-spec.ts';
import type { useEditor } from './use-editor.ts';

const ConflictDialog = lazyPart(
  () => import('./conflict-dialog.tsx'),
  (module) => module.ConflictDialog,
);

type ConflictQuestionProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = {
  spec: EditorSpec<Form, Entity, Draft>;
  state: ReturnType<typeof useEditor<Form, Entity, Draft>>;
  onCancel: () => void;
};

/** Dialog for fields that others changed too. Closing it returns to the unchanged form. */
export const ConflictQuestion = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: ConflictQuestionProps<Form, Entity, Draft>,
) => {
  const { spec, state, onCancel } = props;
  const language = useLanguage();
  const uploading = useSelector(state.editor.uploads, (count) => count > 0);
  if (!state.conflict) return null;
  const { fields, merged, by, newer } = state.conflict;
  const theirs = newer.theirs.form;
  return (
    <ConflictDialog
      fields={fields.map((field) => ({
        field,
        label: spec.label(field, language),
        reads: spec.reads?.(field, language),
        mine: merged[field],
        theirs: theirs[field],
      }))}
      by={by}
      uploading={uploading}
      onClose={() => {
        flushSync(state.dismissConflict);
        onCancel();
      }}
      onChoose={(chosen) => {
        const taken = fields.filter((field) => chosen.includes(field)).map((field) => [field, theirs[field]]);
        state.choose({ ...merged, ...Object.fromEntries(taken) });
      }}
    />
  );
};

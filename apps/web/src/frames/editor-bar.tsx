import { Button } from '@mantine/core';
import { type ReadonlyAtom, useSelector } from '@tanstack/react-store';
import type { FormStore, ProblemSummary } from '../form/form-store.ts';
import type { FormShape } from '../form/merge.ts';
import type { ApiProblem } from '../lib/api.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { IconCheck } from '../ui/icons/screen-icons.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { backTo } from './back-link.tsx';
import { ProblemCount } from './editor-layout.tsx';
import classes from './editor-page.module.css';
import { frameMessages } from './frame.messages.ts';
import { SaveFailure } from './save-failure.tsx';
import { SlowAnswer } from './slow-answer.tsx';

type EditorBarProps = {
  editor: Pick<FormStore<FormShape>, 'summary' | 'dirty' | 'uploads'> & { base: ReadonlyAtom<{ entity: unknown }> };
  list: { path: PlainPath } | undefined;
  isSaving: boolean;
  draft: { keptAt: ReadonlyAtom<number | null> };
  failure: ApiProblem | null;
  savedAt: number | null;
  onSave: () => void;
  /** Shows the form in the app's preview; null where there is none. */
  onInApp: (() => void) | null;
  onProblems: () => void;
};

type BarStateProps = Pick<EditorBarProps, 'list' | 'isSaving' | 'draft' | 'savedAt' | 'onProblems'> & {
  problems: ProblemSummary;
  dirty: boolean;
};

/** What becomes of what is typed: what stands in the way of Save, when it was saved, when a draft was kept. */
const BarState = ({ list, problems, isSaving, dirty, draft, savedAt, onProblems }: BarStateProps) => {
  const keptAt = useSelector(draft.keptAt);
  const words = useMessages(frameMessages);
  const format = useFormat();
  return (
    <div className={classes.state} data-alone={!list || undefined} role="status">
      <ProblemCount of={problems} onFollow={onProblems} />
      {isSaving && <SlowAnswer />}
      {savedAt !== null && !dirty && (
        <span className={classes.saved}>
          <IconCheck size={16} aria-hidden /> {words.savedAt(format.time(savedAt))}
        </span>
      )}
      {!list && savedAt === null && !dirty && <span>{words.unchanged}</span>}
      {keptAt !== null && <span>{words.draftKept(format.time(keptAt))}</span>}
    </div>
  );
};

/** Save and the way back, with what stands in the way of one and what speaks for the other. Where nothing leads back, Save stands at the end. */
export const EditorBar = ({ editor, failure, onSave, onInApp, ...state }: EditorBarProps) => {
  const { list, isSaving } = state;
  const words = useMessages(frameMessages);
  const problems = useSelector(editor.summary);
  const dirty = useSelector(editor.dirty);
  const uploading = useSelector(editor.uploads, (count) => count > 0);
  const isNew = useSelector(editor.base, ({ entity }) => entity === null);
  const said = <BarState {...state} problems={problems} dirty={dirty} />;
  return (
    <>
      {!list && said}
      <Button
        type="submit"
        variant={dirty ? 'filled' : 'default'}
        disabled={problems.wrong + problems.missing > 0 || uploading}
        loading={isSaving}
        title="Ctrl+S"
      >
        {words.save}
      </Button>
      {list && (
        <LinkButton {...backTo(list.path)} variant="subtle" color="gray">
          {words.back}
        </LinkButton>
      )}
      {onInApp && (
        <Button variant="subtle" color="gray" disabled={uploading || isSaving} onClick={onInApp}>
          {words.inApp}
        </Button>
      )}
      {list && said}
      {failure && <SaveFailure failure={failure} isNew={isNew} list={list?.path} onRetry={onSave} />}
    </>
  );
};

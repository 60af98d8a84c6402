import { Anchor, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReadonlyAtom, useSelector } from '@tanstack/react-store';
import type { FormStore, ProblemSummary } from '../form/form-store.ts';
import type { FormShape } from '../form/merge.ts';
import { type ApiProblem, isNotFound, isOutcomeUnknown } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { toast } from '../lib/toast.ts';
import { IconCheck } from '../ui/icons/screen-icons.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { backTo } from './back-link.tsx';
import { BarFailure, SlowAnswer } from './bar-failure.tsx';
import classes from './editor-layout.module.css';
import { ProblemCount } from './editor-layout.tsx';
import type { Marked } from './editor-spec.ts';
import { frameMessages } from './frame.messages.ts';

/** Returns the path of an item's editor. */
export const itemPath = (list: PlainPath, id: string): string => `${list}/${id}`;

type SavedItem = { name: string; mergedWith: Pick<Marked, 'updatedBy'> | null; opens: string | null; typedSince?: boolean };

/** Returns a function that shows a toast: the saved item, the author of merged changes, and a link (change 4 of the review). */
export const useSavedToast = () => {
  const words = useMessages(frameMessages);
  const { close } = useMessages(commonMessages);
  const navigate = useNavigate();
  return ({ name, mergedWith, opens, typedSince }: SavedItem): void =>
    toast.success({
      title: words.savedItem(name),
      closeLabel: close,
      body: (
        <>
          {mergedWith && <span>{`${words.merged(mergedWith.updatedBy ?? words.someone)} `}</span>}
          {typedSince && <span>{words.typedSince}</span>}
          {opens !== null && (
            // Toasts are rendered outside the router.
            <Anchor
              href={opens}
              inherit
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                void navigate({ to: opens });
              }}
            >
              {words.openItem}
            </Anchor>
          )}
        </>
      ),
    });
};

type SaveFailureProps = {
  failure: ApiProblem;
  isNew: boolean;
  /** The list in which a new item would appear. */
  list: PlainPath | undefined;
  onRetry: () => void;
};

/** Describes why a save failed, or that its outcome is unknown and the effect of a retry. */
const useReason = (failure: ApiProblem, isNew: boolean): string => {
  const words = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  const { code, status } = failure;
  if (isOutcomeUnknown(failure)) {
    const cause = code === 'offline' ? common.noConnection : code === 'unanswered' ? words.unanswered : common.crashed;
    return `${cause} ${isNew ? words.perhapsMade : words.perhapsChanged}`;
  }
  if (isNotFound(failure)) return words.gone;
  return status === 422 ? words.refused : words.saveFailed;
};

/**
 * Describes why a save failed, with Retry where it can help (ERR-07..09, A-104). If a new item may have been created already, it links to
 * the list as well.
 */
const SaveFailure = ({ failure, isNew, list, onRetry }: SaveFailureProps) => {
  const words = useMessages(frameMessages);
  const isRefused = failure.status === 422;
  return (
    <BarFailure
      text={useReason(failure, isNew)}
      requestId={isRefused ? undefined : failure.requestId}
      atFields={isRefused}
      onRetry={isRefused || isNotFound(failure) ? undefined : onRetry}
    >
      {isNew && list && isOutcomeUnknown(failure) && (
        // Opens in another tab, so that the form is not lost.
        <LinkButton to={list} target="_blank" size="compact-sm" variant="default">
          {words.openList}
        </LinkButton>
      )}
    </BarFailure>
  );
};

type EditorBarProps = {
  editor: Pick<FormStore<FormShape>, 'summary' | 'dirty' | 'uploads'> & { base: ReadonlyAtom<{ entity: unknown }> };
  list: { path: PlainPath } | undefined;
  isSaving: boolean;
  draft: { storedAt: ReadonlyAtom<number | null> };
  failure: ApiProblem | null;
  savedAt: number | null;
  onSave: () => void;
  /** Opens the app's preview with this form; null for kinds of items without a preview. */
  onInApp: (() => void) | null;
  onProblems: () => void;
};

type BarStateProps = Pick<EditorBarProps, 'list' | 'isSaving' | 'draft' | 'savedAt' | 'onProblems'> & {
  problems: ProblemSummary;
  dirty: boolean;
};

/** State of the form: problems that block Save, the time of the last save, and the time of the local copy. */
const BarState = ({ list, problems, isSaving, dirty, draft, savedAt, onProblems }: BarStateProps) => {
  const storedAt = useSelector(draft.storedAt);
  const words = useMessages(frameMessages);
  const format = useFormat();
  return (
    <div className={classes.state} data-alone={!list || undefined} role="status">
      <ProblemCount of={problems} onFollow={onProblems} />
      {isSaving && <SlowAnswer />}
      {savedAt !== null && !dirty && (
        <span className={classes.saved}>
          <IconCheck size={16} aria-hidden /> <span>{words.savedAt(format.time(savedAt))}</span>
        </span>
      )}
      {!list && savedAt === null && !dirty && <span>{words.unchanged}</span>}
      {storedAt !== null && <span>{words.draftKept(format.time(storedAt))}</span>}
    </div>
  );
};

/** Bar with the state of the form, Save, Back and the error of the last save. Without a list there is no Back, and Save comes last. */
export const EditorBar = ({ editor, failure, onSave, onInApp, ...state }: EditorBarProps) => {
  const { list, isSaving } = state;
  const words = useMessages(frameMessages);
  const problems = useSelector(editor.summary);
  const dirty = useSelector(editor.dirty);
  const uploading = useSelector(editor.uploads, (count) => count > 0);
  const isNew = useSelector(editor.base, ({ entity }) => entity === null);
  const barState = <BarState {...state} problems={problems} dirty={dirty} />;
  return (
    <>
      {!list && barState}
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
      {list && barState}
      {failure && <SaveFailure failure={failure} isNew={isNew} list={list?.path} onRetry={onSave} />}
    </>
  );
};

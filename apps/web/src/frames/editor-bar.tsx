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

/** Where an item of a list is edited. */
export const itemPath = (list: PlainPath, id: string): string => `${list}/${id}`;

type SavedItem = { name: string; mergedWith: Pick<Marked, 'updatedBy'> | null; opens: string | null; typedSince?: boolean };

/** Says what was saved, with whose changes, and leads back to it (change 4 of the review). */
export const useSavedWord = () => {
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
            // Toasts stand outside the router.
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
  /** Where a new item would be found. */
  list: PlainPath | undefined;
  onRetry: () => void;
};

/** What kept a save from being done, in words; or that nobody knows whether it was done, and what another try would do. */
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

/** Why a save failed, with another try where one can help (ERR-07..09, A-104); a new item that may be there already is looked for first. */
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
        // Beside the form, which would be lost with this page.
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
          <IconCheck size={16} aria-hidden /> <span>{words.savedAt(format.time(savedAt))}</span>
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

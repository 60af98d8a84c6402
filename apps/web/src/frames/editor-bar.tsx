import { Button } from '@mantine/core';
import { memo } from 'react';
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
import type { ProblemSummary } from './use-shown-problems.ts';

export type EditorBarProps = {
  list: { path: PlainPath } | undefined;
  problems: ProblemSummary;
  uploading: boolean;
  isSaving: boolean;
  dirty: boolean;
  keptAt: number | null;
  failure: ApiProblem | null;
  isNew: boolean;
  savedAt: number | null;
  onSave: () => void;
  /** Shows the form in the app's preview; null where there is none. */
  onInApp: (() => void) | null;
  onProblems: () => void;
};

type BarStateProps = Omit<EditorBarProps, 'uploading' | 'failure' | 'isNew' | 'onSave' | 'onInApp'>;

/** What becomes of what is typed: what stands in the way of Save, when it was saved, when a draft was kept. */
const BarState = ({ list, problems, isSaving, dirty, keptAt, savedAt, onProblems }: BarStateProps) => {
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
export const EditorBar = memo((props: EditorBarProps) => {
  const { list, problems, uploading, isSaving, dirty, failure, isNew, onSave, onInApp } = props;
  const words = useMessages(frameMessages);
  const state = <BarState {...props} />;
  return (
    <>
      {!list && state}
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
      {list && state}
      {failure && <SaveFailure failure={failure} isNew={isNew} list={list?.path} onRetry={onSave} />}
    </>
  );
});

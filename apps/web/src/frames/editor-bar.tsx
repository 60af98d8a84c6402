import { Button } from '@mantine/core';
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

type EditorBarProps = {
  list: { path: PlainPath } | undefined;
  state: { problems: object; uploading: boolean; isSaving: boolean; dirty: boolean; keptAt: number | null; failure: ApiProblem | null };
  savedAt: number | null;
  onSave: () => void;
  onProblems: () => void;
};

/** Save and the way back, with what stands in the way of one and what speaks for the other. */
export const EditorBar = ({ list, state, savedAt, onSave, onProblems }: EditorBarProps) => {
  const words = useMessages(frameMessages);
  const format = useFormat();
  const { uploading, isSaving, dirty, keptAt, failure } = state;
  const problemCount = Object.keys(state.problems).length;
  return (
    <>
      <Button type="submit" disabled={problemCount > 0 || uploading} loading={isSaving} title="Ctrl+S">
        {words.save}
      </Button>
      {list && (
        <LinkButton {...backTo(list.path)} variant="subtle" color="gray">
          {words.back}
        </LinkButton>
      )}
      <div className={classes.state} role="status">
        <ProblemCount count={problemCount} onFollow={onProblems} />
        {savedAt !== null && !dirty && (
          <span className={classes.saved}>
            <IconCheck size={16} aria-hidden /> {words.savedAt(format.time(savedAt))}
          </span>
        )}
        {keptAt !== null && <span>{words.draftKept(format.time(keptAt))}</span>}
      </div>
      {failure && <SaveFailure failure={failure} onRetry={onSave} />}
    </>
  );
};

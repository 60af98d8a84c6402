import { type ApiProblem, isNotFound, isOutcomeUnknown } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { BarFailure } from './bar-failure.tsx';
import { frameMessages } from './frame.messages.ts';

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
export const SaveFailure = ({ failure, isNew, list, onRetry }: SaveFailureProps) => {
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

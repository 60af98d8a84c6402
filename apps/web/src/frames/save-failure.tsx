import type { ApiProblem } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { BarFailure } from './bar-failure.tsx';
import { frameMessages } from './frame.messages.ts';

/** What kept a save from being done, in words. */
const useReason = ({ code, status }: ApiProblem): string => {
  const words = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  if (code === 'unanswered') return words.unanswered;
  if (code === 'offline') return common.offline;
  if (status === 404) return words.gone;
  return status === 422 ? words.refused : words.saveFailed;
};

/** Why a save failed, with another try where one can help (ERR-07..09, A-104). */
export const SaveFailure = ({ failure, onRetry }: { failure: ApiProblem; onRetry: () => void }) => {
  const isRefused = failure.status === 422;
  return (
    <BarFailure
      text={useReason(failure)}
      requestId={isRefused ? undefined : failure.requestId}
      atFields={isRefused}
      onRetry={isRefused || failure.status === 404 ? undefined : onRetry}
    />
  );
};

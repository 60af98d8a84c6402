import type { ApiProblem } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { BarFailure } from './bar-failure.tsx';
import { frameMessages } from './frame.messages.ts';

/** Why a save failed, with another try where one can help (ERR-07..09, A-104). */
export const SaveFailure = ({ failure, onRetry }: { failure: ApiProblem; onRetry: () => void }) => {
  const words = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  const isRefused = failure.status === 422;
  const text =
    failure.code === 'unanswered'
      ? words.unanswered
      : failure.code === 'offline'
        ? common.offline
        : failure.status === 404
          ? words.gone
          : isRefused
            ? words.refused
            : words.saveFailed;
  return (
    <BarFailure
      text={text}
      requestId={isRefused ? undefined : failure.requestId}
      atFields={isRefused}
      onRetry={isRefused || failure.status === 404 ? undefined : onRetry}
    />
  );
};

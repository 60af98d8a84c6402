import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { detailsMessages } from './details.messages.ts';
import { ErrorText } from './error-text.tsx';
import { groupErrors } from './group-errors.ts';
import classes from './notification-details.module.css';

const SHOWN_AT_ONCE = 10;

/** Virtual list of the remaining errors, loaded on demand. */
const RestOfErrors = lazyPart(
  () => import('./rest-of-errors.tsx'),
  (module) => module.RestOfErrors,
);

/** Copies all errors as text, to pass on to support (D7). */
const CopyErrors = ({ errors }: { errors: readonly string[] }) => {
  const words = useMessages(detailsMessages);
  const { isCopied, copy } = useCopy(errors.join('\n'));
  return (
    <Button size="compact-sm" variant="default" mt="sm" mr="xs" onClick={copy}>
      {isCopied ? words.copied : words.copyErrors}
    </Button>
  );
};

/** Lists all errors, equal ones once with their count, and the first ten before it is expanded (NOTIF-DET-17, 18, D-4A). */
export const ErrorList = ({ errors }: { errors: readonly string[] }) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const groups = groupErrors(errors);
  const rest = groups.slice(SHOWN_AT_ONCE);
  /** Shows the rest once its code is loaded. Until then the button stays and keeps the focus. */
  const showRest = async (): Promise<void> => {
    await RestOfErrors.want();
    if (RestOfErrors.get()) setWhole(true);
  };
  return (
    <Alert color="red" variant="light" title={words.failed} role="alert" mb="md" className={classes.failed ?? ''}>
      <ul className={classes.errors}>
        {groups.slice(0, SHOWN_AT_ONCE).map((group) => (
          <li key={group.error}>
            <ErrorText group={group} />
          </li>
        ))}
      </ul>
      <CopyErrors errors={errors} />
      {rest.length > 0 &&
        (isWhole ? (
          <RestOfErrors groups={rest} />
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            mt="sm"
            onPointerEnter={() => void RestOfErrors.preload()}
            onClick={() => void showRest()}
          >
            {words.showRest(rest.length, format.number(rest.length))}
          </Button>
        ))}
    </Alert>
  );
};

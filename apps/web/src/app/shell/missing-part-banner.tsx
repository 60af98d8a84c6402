import { useEffect } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { retryMissing, useIsCodeMissing } from '../../lib/late-code.ts';
import { useMessages } from '../../lib/language.tsx';
import classes from './shell.module.css';

/** Shown while code for a part that was opened (a list of choices, a menu, a calendar) could not be loaded. Offers a retry (F74). */
export const MissingPartBanner = () => {
  const words = useMessages(commonMessages);
  const isMissing = useIsCodeMissing();
  // The banner disappears with its focused button, so the focus moves to `main` (WCAG 2.4.3).
  useEffect(() => {
    if (!isMissing) return;
    return () => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    };
  }, [isMissing]);
  return (
    <div role="status" className={classes.connection} data-testid="missing-part">
      {isMissing && (
        <>
          <span>{`${words.partMissing} ${words.screenReplaced} ${words.partReload}`}</span>{' '}
          <button type="button" onClick={retryMissing}>
            {words.retry}
          </button>{' '}
          <button type="button" onClick={() => location.reload()}>
            {words.reload}
          </button>
        </>
      )}
    </div>
  );
};

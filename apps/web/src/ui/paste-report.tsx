import { UnstyledButton } from '@mantine/core';
import { useFormat, useMessages } from '../lib/language.tsx';
import type { Pasted } from './pasted-numbers.ts';
import classes from './pick-list.module.css';
import { pickListMessages } from './pick-list.messages.ts';
import { useCopy } from './use-copy.ts';

/** Result of pasting a list. Unknown entries are highlighted and can be copied (ux 15). */
export const PasteReport = ({ pasted }: { pasted: Pasted | null }) => {
  const words = useMessages(pickListMessages);
  const format = useFormat();
  const unknown = pasted?.unknown ?? [];
  const { isCopied, copy } = useCopy(unknown.join('\n'), pasted);
  return (
    <div className={classes.pasted}>
      <div role="status">
        {pasted && (
          <>
            <span>
              {words.pasted(
                pasted.added.length,
                format.number(pasted.added.length),
                pasted.already > 0 ? format.number(pasted.already) : null,
              )}
            </span>
            {unknown.length > 0 && (
              <>
                {' '}
                <span>{words.unknown}</span> <strong className={classes.unknown}>{unknown.join(', ')}</strong>
              </>
            )}
          </>
        )}
      </div>
      {unknown.length > 0 && (
        <UnstyledButton className={classes.link ?? ''} onClick={copy}>
          <span aria-live="polite">{isCopied ? words.copied : words.copyUnknown}</span>
        </UnstyledButton>
      )}
    </div>
  );
};

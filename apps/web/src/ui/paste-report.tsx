import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import type { Pasted } from './pasted-numbers.ts';
import classes from './pick-list.module.css';
import { pickListMessages } from './pick-list.messages.ts';

/** What became of a pasted list; words that name nothing stand out and can be taken elsewhere (ux 15). */
export const PasteReport = ({ pasted }: { pasted: Pasted | null }) => {
  const words = useMessages(pickListMessages);
  const format = useFormat();
  const [copied, setCopied] = useState<Pasted | null>(null);
  const unknown = pasted?.unknown ?? [];
  return (
    <div className={classes.pasted}>
      <div role="status">
        {pasted && (
          <>
            {words.pasted(
              pasted.added.length,
              format.number(pasted.added.length),
              pasted.already > 0 ? format.number(pasted.already) : null,
            )}
            {unknown.length > 0 && (
              <>
                {' '}
                {words.unknown} <strong className={classes.unknown}>{unknown.join(', ')}</strong>
              </>
            )}
          </>
        )}
      </div>
      {unknown.length > 0 && (
        <UnstyledButton
          className={classes.link ?? ''}
          onClick={() => void navigator.clipboard.writeText(unknown.join('\n')).then(() => setCopied(pasted))}
        >
          <span aria-live="polite">{copied === pasted ? words.copied : words.copyUnknown}</span>
        </UnstyledButton>
      )}
    </div>
  );
};

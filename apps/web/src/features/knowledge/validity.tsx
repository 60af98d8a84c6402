import { windowState } from '@endcap/contract/audience';
import type { KnowledgeRow } from '@endcap/contract/knowledge';
import { Badge } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { knowledgeMessages } from './knowledge.messages.ts';
import classes from './knowledge.module.css';

/** Validity of an item: the period in which the assistant may use it. */
export const Validity = ({ item: { validityStart, validityEnd } }: { item: Pick<KnowledgeRow, 'validityStart' | 'validityEnd'> }) => {
  const words = useMessages(knowledgeMessages).validity;
  const format = useFormat();
  const [openedAt] = useState(() => Date.now());
  const state = windowState({ publicationStart: validityStart, publicationEnd: validityEnd }, openedAt);
  if (validityStart === null && validityEnd === null) return <span className={classes.always}>{words.always}</span>;
  return (
    <div className={classes.validity}>
      {state !== 'open' && (
        <Badge color={state === 'over' ? 'gray' : 'blue'} variant="light" tt="none">
          {words[state]}
        </Badge>
      )}
      {validityStart !== null && <span title={format.full(validityStart, false)}>{words.from(format.moment(validityStart))}</span>}
      {validityEnd !== null && <span title={format.full(validityEnd, true)}>{words.until(format.endMoment(validityEnd))}</span>}
    </div>
  );
};

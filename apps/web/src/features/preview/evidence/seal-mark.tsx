import type { EvidenceChange } from '@endcap/contract/preview';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { evidenceMessages } from './evidence.messages.ts';
import classes from './evidence.module.css';

/** Which seal covers a change, and what is wrong with it in words, so that it is seen in black and white. */
export const SealMark = ({ of: { seal, sealState } }: { of: Pick<EvidenceChange, 'seal' | 'sealState'> }) => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const number = seal === null ? words.notSealed : words.sealOf(format.number(seal));
  return sealState === 'altered' || sealState === 'inserted' ? (
    <strong className={classes.wrong}>{seal === null ? words.states[sealState] : `${number}: ${words.states[sealState]}`}</strong>
  ) : (
    <span>{number}</span>
  );
};

import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { evidenceMessages } from './evidence.messages.ts';
import classes from './evidence.module.css';

/** Signs of a text that stand in its line. */
const SHOWN = 90;

const shortened = (text: string): string => `${[...text].slice(0, SHOWN).join('').trimEnd()}…`;

/** A text as far as it fits a line, with the rest on request; `of` says of what it is. */
export const CutText = ({ children: text, of }: { children: string; of: string }) => {
  const words = useMessages(evidenceMessages);
  const [isWhole, setWhole] = useState(false);
  if (text.length <= SHOWN) return <span>{text}</span>;
  return (
    <>
      <span>{isWhole ? text : shortened(text)}</span>{' '}
      <button
        type="button"
        className={classes.unfold}
        aria-expanded={isWhole}
        aria-label={isWhole ? words.lessOf(of) : words.moreOf(of)}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? words.less : words.more}
      </button>
    </>
  );
};

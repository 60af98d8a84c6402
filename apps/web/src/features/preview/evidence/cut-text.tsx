import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { evidenceMessages } from './evidence.messages.ts';
import classes from './evidence.module.css';

/** Characters shown before a text is cut. */
const SHOWN = 90;

const shortened = (text: string): string => `${[...text].slice(0, SHOWN).join('').trimEnd()}…`;

/** A text cut to one line, with a button for the rest. `of` names the text in the button's accessible label. */
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

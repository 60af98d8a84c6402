import { Kbd } from '@mantine/core';
import '@mantine/core/styles/Kbd.css';
import { Fragment } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { DialogBox } from '../../ui/dialog-box.tsx';
import { keysMessages } from './keys.messages.ts';
import classes from './keys.module.css';

type Words = (typeof keysMessages)['pl'];
type Word = keyof Words;
/** `keys`: alternatives; keys that are pressed together are joined by a plus. */
type Row = { keys: readonly string[]; does: Word };

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const ctrl = (letter: string): string => `${isMac ? '⌘' : 'Ctrl'}+${letter}`;

const sections: readonly { name: Word; rows: readonly Row[] }[] = [
  {
    name: 'everywhere',
    rows: [
      { keys: [ctrl('K')], does: 'find' },
      { keys: ['?'], does: 'keys' },
      { keys: ['Tab'], does: 'skip' },
      { keys: ['Esc'], does: 'escape' },
    ],
  },
  {
    name: 'lists',
    rows: [
      { keys: ['Enter'], does: 'open' },
      { keys: [ctrl('Enter')], does: 'newTab' },
    ],
  },
  {
    name: 'forms',
    rows: [
      { keys: [ctrl('S')], does: 'save' },
      { keys: ['Enter', 'space'], does: 'upload' },
    ],
  },
  {
    name: 'picks',
    rows: [
      { keys: ['↓', '↑', 'PageDown', 'PageUp'], does: 'choose' },
      { keys: ['Enter'], does: 'take' },
      { keys: ['Backspace'], does: 'takeBack' },
      { keys: [ctrl('V')], does: 'paste' },
    ],
  },
  {
    name: 'texts',
    rows: [
      { keys: [ctrl('B')], does: 'bold' },
      { keys: [ctrl('I')], does: 'italic' },
      { keys: [ctrl('K')], does: 'link' },
    ],
  },
  { name: 'date', rows: [{ keys: ['←', '→', '↑', '↓'], does: 'days' }] },
  {
    name: 'calendar',
    rows: [
      { keys: ['↓', '↑', 'Home', 'End'], does: 'rows' },
      { keys: ['←', '→'], does: 'end' },
      { keys: ['Shift+←', 'Shift+→'], does: 'start' },
      { keys: ['Enter'], does: 'keepMove' },
      { keys: ['Esc'], does: 'dropMove' },
    ],
  },
  { name: 'preview', rows: [{ keys: ['←', '→'], does: 'changes' }] },
  {
    name: 'questions',
    rows: [
      { keys: ['space'], does: 'lift' },
      { keys: ['↑', '↓'], does: 'move' },
    ],
  },
];

const Keys = ({ keys, words }: { keys: readonly string[]; words: Words }) => (
  <span className={classes.keys}>
    {keys.map((key, at) => (
      <Fragment key={key}>
        {at > 0 && <span className="sr-only">{words.or}</span>}
        {key.split('+').map((one) => (
          <Kbd key={one}>{one === 'space' ? words.space : one}</Kbd>
        ))}
      </Fragment>
    ))}
  </span>
);

/** Lists the keyboard shortcuts (ux 26). */
export const KeysSheet = ({ onClose }: { onClose: () => void }) => {
  const words = useMessages(keysMessages);
  return (
    <DialogBox opened onClose={onClose} title={words.title} size={760}>
      <div className={classes.sheet}>
        {sections.map(({ name, rows }) => (
          <section key={name}>
            <h3>{words[name]}</h3>
            <dl>
              {rows.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    <Keys keys={keys} words={words} />
                  </dt>
                  <dd>{words[does]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogBox>
  );
};

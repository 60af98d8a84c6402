import { useCallback, useState } from 'react';
import { useLatest } from '../lib/drawn-for.ts';
import { isUntold, tellTyped } from '../lib/typed-text.ts';

/**
 * The text of a field that shows each letter by itself, and whose form hears of it a little later (`tellTyped`): a long form is not drawn again
 * with every key. When the form holds something else than it was told, the field shows that, unless the person is typing.
 */
export const useTyped = (value: string, onText: (text: string) => void): [text: string, type: (text: string) => void] => {
  const [text, setText] = useState(value);
  /** What the form was told last, or told the field. */
  const [told, setTold] = useState(value);
  const [field] = useState(() => ({}));
  const tell = useLatest(onText);
  if (value !== told) {
    setTold(value);
    if (!isUntold(field)) setText(value);
  }
  const type = useCallback(
    (next: string): void => {
      setText(next);
      tellTyped(field, () => {
        setTold(next);
        tell(next);
      });
    },
    [field, tell],
  );
  return [text, type];
};

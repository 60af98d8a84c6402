import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../lib/drawn-for.ts';
import { isUntold, tellTyped } from '../lib/typed-text.ts';

/**
 * The text of a field that shows each letter by itself, and whose form hears of it a little later (`tellTyped`): a long form is not drawn again
 * with every key. When the form holds something else than it was told, the field shows that, unless the person is typing.
 */
export const useTyped = (value: string, onText: (text: string) => void): [text: string, type: (text: string) => void] => {
  const [text, setText] = useState(value);
  const tell = useLatest(onText);
  const field = useRef({ told: value });
  useLayoutEffect(() => {
    if (value !== field.current.told && !isUntold(field)) setText(value);
    field.current.told = value;
  }, [value]);
  const type = useCallback(
    (next: string): void => {
      setText(next);
      tellTyped(field, () => {
        field.current.told = next;
        tell(next);
      });
    },
    [tell],
  );
  return [text, type];
};

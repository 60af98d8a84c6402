import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';

type DrawnForProps = { values: readonly unknown[]; children: () => ReactNode };

/**
 * Draws its part of a long form again only when one of these values changed (ux 28). Whatever else the part uses is of the last drawing, so
 * what it calls has to be `useLatest`.
 */
export const DrawnFor = memo(
  ({ children }: DrawnForProps) => children(),
  (before, after) => before.values.length === after.values.length && before.values.every((value, n) => Object.is(value, after.values[n])),
);

/** The same function for good, which does what the last drawing gave it to do. */
export const useLatest = <Args extends unknown[], Result>(act: (...args: Args) => Result): ((...args: Args) => Result) => {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
};

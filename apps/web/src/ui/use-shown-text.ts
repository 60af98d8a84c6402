import { type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Lets a field of the browser's own show a text: what was typed stands there already, anything else is written into it. */
export const useShownText = <Field extends HTMLInputElement | HTMLTextAreaElement>(
  text: string,
): { ref: RefObject<Field | null> & Ref<Field>; defaultValue: string } => {
  const ref = useRef<Field>(null);
  const [defaultValue] = useState(text);
  useLayoutEffect(() => {
    if (ref.current && ref.current.value !== text) ref.current.value = text;
  });
  return { ref, defaultValue };
};

import { type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Shows a text in an uncontrolled field. Writes to the field only if its value differs, which is not the case for typed input. */
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

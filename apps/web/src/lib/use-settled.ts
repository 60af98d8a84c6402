import { useEffect, useState } from 'react';

/** So long nothing is asked while somebody types. */
const ASK_AFTER_MS = 400;

/**
 * A question, of JSON, once it has stood still for so long. Not the library's: it takes the first value that is put on the page for the one it
 * began with, and a form that starts filled has another.
 */
export const useSettled = <T>(question: T, afterMs = ASK_AFTER_MS): T => {
  const [settled, setSettled] = useState(question);
  const key = JSON.stringify(question);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), afterMs);
    return () => clearTimeout(timer);
  }, [key, afterMs]);
  return settled;
};

import { useEffect, useState } from 'react';

/** So long nothing is asked while somebody types. */
const ASK_AFTER_MS = 400;

/** A question, of JSON, once it has stood still for a moment. */
export const useSettled = <T>(question: T): T => {
  const [settled, setSettled] = useState(question);
  const key = JSON.stringify(question);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
};

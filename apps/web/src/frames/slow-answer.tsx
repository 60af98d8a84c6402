import { useEffect, useState } from 'react';
import { useMessages } from '../lib/language.tsx';
import { frameMessages } from './frame.messages.ts';

const USUAL_MS = 5_000;

/** A word for whoever waits longer than usual, as long as this is drawn (ux 22). */
export const SlowAnswer = () => {
  const words = useMessages(frameMessages);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), USUAL_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow && <span>{words.takesLong}</span>;
};

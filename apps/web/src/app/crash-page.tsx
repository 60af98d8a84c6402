import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { StateView } from '../ui/state-view.tsx';

/** Page for a screen that crashed, or whose files a new version replaced while this tab was open (F74). */
export const CrashPage = ({ reset }: Pick<ErrorComponentProps, 'reset'>) => {
  const words = useMessages(commonMessages);
  // Under `npm run dev` a changed file may have fixed the error.
  useEffect(() => {
    import.meta.hot?.on('vite:afterUpdate', reset);
    return () => import.meta.hot?.off('vite:afterUpdate', reset);
  }, [reset]);
  return (
    <main role="alert">
      <StateView order={1} title={words.crashed}>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
      </StateView>
    </main>
  );
};

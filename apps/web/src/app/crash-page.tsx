import { Button } from '@mantine/core';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { StateView } from '../ui/state-view.tsx';

/** A screen that cannot be shown, also because a new version replaced its files while this tab was open (F74). */
export const CrashPage = () => {
  const words = useMessages(commonMessages);
  return (
    <main role="alert">
      <StateView order={1} title={words.crashed}>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
      </StateView>
    </main>
  );
};

import { Button } from '@mantine/core';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { connection, useSilentSince } from '../lib/connection.ts';
import { useMessages } from '../lib/language.tsx';
import { StateView } from '../ui/state-view.tsx';

/** Where a screen would stand whose code cannot be loaded: the shell stays, and it comes by itself when the server is back (D-49). */
const MissingScreen = ({ load, onLoaded }: { load: () => Promise<boolean>; onLoaded: () => void }) => {
  const words = useMessages(commonMessages);
  const silent = useSilentSince() !== null;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (silent) return;
    const attempt = async (): Promise<void> => {
      if (await load()) return onLoaded();
      // The file counts as a call without an answer: with a probe that fails as well, the server is gone and no new version is there.
      connection.failed();
      await connection.probe();
      setFailed(connection.silentSince() === null);
    };
    void attempt();
  }, [silent, load, onLoaded]);
  if (!failed && !silent) return null;
  return (
    <div role="alert">
      <StateView
        order={1}
        title={silent ? words.noConnection : words.screenMissing}
        text={silent ? words.screenComes : words.screenReplaced}
      >
        {/* The server answers and the file is not there: a new version took its place (F74). */}
        <Button variant="default" mt="xs" onClick={() => (silent ? void connection.probe() : location.reload())}>
          {silent ? words.retry : words.reload}
        </Button>
      </StateView>
    </div>
  );
};

/** A screen whose code comes with the first look at it, or when nothing else is to do; never by reloading the page. */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) => {
  let Loaded: ComponentType | null = null;
  const preload = async (): Promise<void> => {
    try {
      Loaded ??= (await load())[name];
    } catch {
      // Said where it would stand, once somebody goes there.
    }
  };
  const loadOnce = async (): Promise<boolean> => {
    await preload();
    return Loaded !== null;
  };
  const Screen = () => {
    const [, setCount] = useState(0);
    const again = useCallback(() => setCount((count) => count + 1), []);
    return Loaded ? <Loaded /> : <MissingScreen load={loadOnce} onLoaded={again} />;
  };
  return Object.assign(Screen, { preload });
};

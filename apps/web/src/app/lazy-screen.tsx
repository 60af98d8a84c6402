import { Button } from '@mantine/core';
import { type ComponentType, createElement, useEffect, useState, useSyncExternalStore } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { connection, useSilentSince } from '../lib/connection.ts';
import { lateCode } from '../lib/late-code.ts';
import { useMessages } from '../lib/language.tsx';
import { StateView } from '../ui/state-view.tsx';

/** Placeholder for a screen whose code failed to load. Retries when the connection returns; the shell stays usable (D-49). */
const MissingScreen = ({ load }: { load: () => Promise<boolean> }) => {
  const words = useMessages(commonMessages);
  const silent = useSilentSince() !== null;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (silent) return;
    const attempt = async (): Promise<void> => {
      if (!(await load())) setFailed(await connection.isThere());
    };
    void attempt();
  }, [silent, load]);
  if (!failed && !silent) return null;
  return (
    <div role="alert">
      <StateView
        order={1}
        title={silent ? words.noConnection : words.screenMissing}
        text={silent ? words.screenComes : words.screenReplaced}
      >
        {/* If the server responds but the file is missing, a new version has replaced it (F74). */}
        <Button variant="default" mt="xs" onClick={() => (silent ? void connection.probe() : location.reload())}>
          {silent ? words.retry : words.reload}
        </Button>
      </StateView>
    </div>
  );
};

/** A screen whose code is loaded when it is first rendered, or preloaded when the browser is idle. */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) => {
  const code = lateCode(load, (module): ComponentType => module[name]);
  const Screen = () => {
    const Loaded = useSyncExternalStore(code.subscribe, code.get);
    return Loaded ? createElement(Loaded) : <MissingScreen load={code.preload} />;
  };
  return Object.assign(Screen, { preload: async () => void (await code.preload()) });
};

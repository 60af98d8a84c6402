import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useSilentSince } from './connection.ts';
import { lateCode } from './late-code.ts';
import { whenIdle } from './when-idle.ts';

/** A component whose code loads when it is first rendered. Without a connection it waits instead of crashing the page (D-49). */
export const lazyPart = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  meanwhile?: (props: Props) => ReactNode,
) => {
  const code = lateCode(load, pick);
  const Part = (props: Props) => {
    const silent = useSilentSince() !== null;
    const Loaded = useSyncExternalStore(code.subscribe, code.get);
    useEffect(() => {
      if (!Loaded && !silent) void code.want();
    }, [Loaded, silent]);
    return Loaded ? <Loaded {...props} /> : meanwhile?.(props);
  };
  return Object.assign(Part, code);
};

/** A lazy part for secondary content. Its code loads when the browser is idle, so that it does not delay the screen (ux 28). */
export const lazyAside = <Module, Props extends object>(load: () => Promise<Module>, pick: (module: Module) => ComponentType<Props>) =>
  lazyPart(() => whenIdle().then(load), pick);

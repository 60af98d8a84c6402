import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useSilentSince } from './connection.ts';

/** A component whose code comes when it is wanted; without a connection it waits for one instead of taking the page down (D-49). */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile?: (props: Props) => ReactNode) => {
  let Loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<void> => {
    try {
      Loaded ??= await load();
    } catch {
      // Tried again as soon as the server is back.
    }
  };
  const Part = (props: Props) => {
    const silent = useSilentSince() !== null;
    const [, setLoaded] = useState(Loaded !== null);
    useEffect(() => {
      const fetchIt = async (): Promise<void> => {
        await preload();
        setLoaded(Loaded !== null);
      };
      if (!Loaded && !silent) void fetchIt();
    }, [silent]);
    return Loaded ? <Loaded {...props} /> : meanwhile?.(props);
  };
  return Object.assign(Part, { preload });
};

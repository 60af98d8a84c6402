import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RouteSpec } from '@endcap/contract/core';

const contract = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url));

/** Returns all routes of the contract, found in the files of its features, so that none can be left out. */
export const everyRoute = async (): Promise<RouteSpec[]> => {
  const homes = globSync(`${contract}*/index.ts`).toSorted();
  const modules = (await Promise.all(homes.map((home) => import(home)))) as Record<string, unknown>[];
  return modules
    .flatMap((exported) => Object.entries(exported).filter(([name]) => name.endsWith('Routes') && name !== 'entityRoutes'))
    .flatMap(([, routes]) => (typeof routes === 'object' ? Object.values(routes as Record<string, RouteSpec>) : []));
};

/** Which of the two APIs answers a route. */
export const isForPhones = ({ path }: RouteSpec): boolean => path.startsWith('/app/');

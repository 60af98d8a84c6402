import { formerNameOf } from '../../apps/server/src/config.ts';

/** Settings also under the names that they had before version 1.0.0, which is what the last release reads. */
export const withFormerNames = (settings: Readonly<Record<string, string>>): Record<string, string> => {
  const former = Object.entries(settings).map(([name, value]) => [formerNameOf(name) ?? name, value]);
  return { ...settings, ...Object.fromEntries(former) };
};

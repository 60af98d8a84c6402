type Packages = Record<string, { version?: string; integrity?: string; link?: boolean; optional?: boolean } | undefined>;
/** @public Imported from the JavaScript that this describes. */
export function isComplete(lock: Packages, installed: Packages): boolean;

import { Problem } from '@endcap/contract/core';
import type { Details } from './read-details.ts';

/** Adds the current version to the error of a write that lost against a concurrent one. */
export const orCurrent = ({ afresh }: Details, id: string, written: Promise<void>): Promise<void> =>
  written.catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'precondition_failed') error.details = { current: await afresh(id) };
    throw error;
  });

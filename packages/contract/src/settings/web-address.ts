import { z } from 'zod';
import { isWebAddress } from '../deep-links/index.ts';

const DOMAIN = /^(https:\/\/)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

const isHttps = (text: string): boolean => /^https:/i.test(text) && isWebAddress(text);

const orNull = (text: string): string | null => text || null;
const trimmed = z.string('invalid').trim().max(500, 'tooLong');

/** a host name, with or without `https://`; empty is null. */
export const webDomain = trimmed
  .refine((text) => text === '' || DOMAIN.test(text), 'notDomain')
  .transform(orNull)
  .nullable();
/** an https address; empty is null. */
export const httpsUrl = trimmed
  .refine((text) => text === '' || isHttps(text), 'notHttps')
  .transform(orNull)
  .nullable();

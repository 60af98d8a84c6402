import { code, optionalLine } from '../core/index.ts';
import { isWebAddress } from '../deep-links/index.ts';

const MAX_LENGTH = 500;
const DOMAIN = /^(https:\/\/)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

const isHttps = (text: string): boolean => /^https:/i.test(text) && isWebAddress(text);

/** a host name, with or without `https://`; empty is null. */
export const webDomain = optionalLine(MAX_LENGTH).refine((text) => text === null || DOMAIN.test(text), code('notDomain'));
/** an https address; empty is null. */
export const httpsUrl = optionalLine(MAX_LENGTH).refine((text) => text === null || isHttps(text), code('notHttps'));

import coerce from 'semver/functions/coerce.js';
import Range from 'semver/classes/range.js';
import SemVer from 'semver/classes/semver.js';
import { z } from 'zod';
import { code, unprocessable, withoutInvisible } from '../core/index.ts';

/** §9: the app versions that new content is for. */
export const DEFAULT_VERSION = '>= 3.2.0';
/** Characters of an expression. */
export const VERSION_MAX_LENGTH = 64;

// Up to three parts, of which the last ones may be wildcards. A number after a wildcard is invalid.
const PART = '(?:0|[1-9]\\d{0,5})';
const WILDCARD = '[x*]';
const VERSION = `${PART}(?:\\.${PART}(?:\\.(?:${PART}|${WILDCARD}))?|(?:\\.${WILDCARD}){1,2})?|${WILDCARD}(?:\\.${WILDCARD}){0,2}`;
const COMPARATOR = new RegExp(`(?:>=|<=|>|<|=)?\\s*(?:${VERSION})(?![\\w.*])`, 'y');

/** Returns the comparators of one alternative; null if it is invalid. */
const comparators = (text: string): string[] | null => {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    COMPARATOR.lastIndex = at;
    const [comparator] = COMPARATOR.exec(text) ?? [];
    if (comparator === undefined) return null;
    found.push(comparator.replace(/\s/g, '').replaceAll('*', 'x'));
    at += comparator.length;
  }
  return found.length === 0 ? null : found;
};

/**
 * Parses a version expression: operators > >= < <= =, x.y.z with trailing x or *, blanks for AND, || for OR; no ^, ~ or hyphen ranges.
 * Null if it is invalid; an empty one matches every version.
 */
const readRange = (expression: string): Range | null => {
  if (expression.length > VERSION_MAX_LENGTH) return null;
  if (expression.trim() === '') return new Range('*');
  const alternatives = expression.split('||').map(comparators);
  if (alternatives.includes(null)) return null;
  return new Range(alternatives.map((alternative) => alternative?.join(' ')).join('||'), { includePrerelease: true });
};

// Caches parsed expressions: items share few of them, and parsing costs more than matching.
const cache = new Map<string, Range | null>();
const CACHE_LIMIT = 1_000;
const rangeOf = (expression: string): Range | null => {
  const found = cache.get(expression);
  if (found !== undefined) return found;
  const range = readRange(expression);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  if (expression.length <= VERSION_MAX_LENGTH) cache.set(expression, range);
  return range;
};

/** Returns whether a text is a version expression (CONT-VAL-24..29). */
export const isVersionExpression = (text: string): boolean => rangeOf(text) !== null;

const versions = new Map<string, SemVer | null>();
const versionOf = (appVersion: string): SemVer | null => {
  const found = versions.get(appVersion);
  if (found !== undefined) return found;
  if (versions.size >= CACHE_LIMIT) versions.clear();
  const coerced = coerce(appVersion);
  // Parsed with the options of ranges, since `Range.test` would otherwise parse it again.
  const version = coerced && new SemVer(coerced, { includePrerelease: true });
  versions.set(appVersion, version);
  return version;
};

/** Returns whether an app version matches. Missing parts of the version are 0; an invalid expression matches no version. */
export const matchesVersion = (expression: string, appVersion: string): boolean => {
  const version = versionOf(appVersion);
  return version !== null && (rangeOf(expression)?.test(version) ?? false);
};

/** Returns whether some version matches both expressions. */
export const versionsMeet = (one: string, other: string): boolean => {
  const [its, others] = [rangeOf(one), rangeOf(other)];
  return its !== null && others !== null && its.intersects(others);
};

/** A field with a version expression; empty means every version. */
export const VersionExpression = z
  .string(code('invalid'))
  .transform((text) => withoutInvisible(text).trim())
  .refine(isVersionExpression, code('notVersion'));

const APP_VERSION = /^\d{1,6}(\.\d{1,6}){0,3}([-+][0-9A-Za-z.-]{1,32})?$/;
/** The version that an app reports, e.g. `3.4.1`, in every place where it is sent (A-91, C18). */
export const AppVersion = z
  .string(code('required'))
  .overwrite(withoutInvisible)
  .min(1, code('required'))
  .max(64, code('tooLong'))
  .refine((text) => APP_VERSION.test(text), unprocessable('invalid'));

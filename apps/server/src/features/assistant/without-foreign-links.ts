import { cleanText } from '@endcap/contract/core';
import type { IsOwnAddress } from './own-addresses.ts';

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi;
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const LAST_CODE_POINT = 0x10ffff;

/** `<https://…>` and `<name@host>`. */
const AUTOLINK = /<([a-z][a-z\d+.-]*:[^\s<>]+|[^\s<>@]+@[^\s<>]+)>/gi;
const TAG = /<\/?[a-z!?][^<>]*>/gi;
/** An image or a link: the `!` of an image, the text, and the content of the parentheses. */
const LINK = /(!?)\[([^[\]]*)\]\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g;
/** The address in those parentheses, optionally followed by a title. */
const DESTINATION = /^\s*<?([^\s<>]+)>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/;
/** `[name]: https://…`, a definition that reference links use. */
const DEFINITION = /^[ \t>]*\[[^[\]]+\]:\s*<?[a-z][a-z\d+.-]*:\S*.*$/gim;
/** `[words][name]` */
const REFERENCE = /!?\[([^[\]]*)\]\[[^[\]]*\]/g;
const ADDRESS = /(?:[a-z][a-z\d+.-]*:\/\/|(?<![\w@.-])www\.)[^\s<>()[\]"']*/gi;
const PUNCTUATION = /[.,;:!?*_~]+$/;
const SCHEME_AND_USER = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/?#]*@)?(?:www\.)?/i;
/** A link that was kept, or a character that could begin another one. */
const KEPT_OR_SIGN = /\[[^[\]]*\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)|[[\]]|<+(?=[a-z/!?])/gi;

/** Deepest nesting of links that is processed. No real answer comes near it. */
const PASSES_AT_MOST = 20;

const characterOf = (codePoint: number): string =>
  codePoint > 0 && codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint).toWellFormed() : '';

const decoded = (text: string): string =>
  text
    .replace(ESCAPED, '$1')
    .replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
        : (NAMED_ENTITIES[name.toLowerCase()] ?? name),
    );

/** The addresses that a text names, without the punctuation that follows them. */
export const addressesIn = (text: string): string[] => [...text.matchAll(ADDRESS)].map(([address]) => address.replace(PUNCTUATION, ''));

const withoutLinks = (text: string, isOwn: IsOwnAddress): string =>
  text
    .replace(AUTOLINK, '$1')
    .replace(TAG, '')
    .replace(LINK, (_, mark: string, words: string, where: string) => {
      const address = DESTINATION.exec(where)?.[1];
      return mark === '' && address !== undefined && isOwn(address) ? `[${words}](${address})` : words;
    })
    .replace(DEFINITION, '')
    .replace(REFERENCE, '$1')
    .replace(ADDRESS, (address) => {
      const named = address.replace(PUNCTUATION, '');
      const isWithoutScheme = /^www\./i.test(named);
      return isOwn(isWithoutScheme ? `https://${named}` : named) ? address : address.replace(SCHEME_AND_USER, '');
    });

/**
 * Removes images, HTML and foreign links from Markdown that a model wrote. Their text stays; foreign addresses lose scheme and `www.`, so
 * that apps do not turn them into links. Prompt injection could otherwise leak data in the address of a link (E-43). Removal can expose
 * another link, so it repeats until nothing changes. Returns an empty text if that takes more than `PASSES_AT_MOST` passes.
 */
export const withoutForeignLinks = (markdown: string, isOwn: IsOwnAddress): string => {
  let text = cleanText(markdown);
  for (let pass = 0; pass < PASSES_AT_MOST; pass += 1) {
    const before = text;
    text = cleanText(withoutLinks(decoded(before), isOwn));
    if (text === before)
      return text.replace(KEPT_OR_SIGN, (part) => (part === '[' ? '(' : part === ']' ? ')' : part.startsWith('<') ? '' : part)).trim();
  }
  return '';
};

import { cleanText } from '@endcap/contract/core';
import type { IsOwnAddress } from './own-addresses.ts';

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi;
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const LAST_CODE_POINT = 0x10ffff;

/** `<https://…>` and `<name@host>`. */
const AUTOLINK = /<([a-z][a-z\d+.-]*:[^\s<>]+|[^\s<>@]+@[^\s<>]+)>/gi;
const TAG = /<\/?[a-z!?][^<>]*>/gi;
/** An image or a link: its mark, its words, and what stands in its brackets. */
const LINK = /(!?)\[([^[\]]*)\]\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g;
/** The address in those brackets; a title may follow it. */
const DESTINATION = /^\s*<?([^\s<>]+)>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/;
/** `[name]: https://…`, which links elsewhere refer to. */
const DEFINITION = /^[ \t>]*\[[^[\]]+\]:\s*<?[a-z][a-z\d+.-]*:\S*.*$/gim;
/** `[words][name]` */
const REFERENCE = /!?\[([^[\]]*)\]\[[^[\]]*\]/g;
const ADDRESS = /(?:[a-z][a-z\d+.-]*:\/\/|(?<![\w@.-])www\.)[^\s<>()[\]"']*/gi;
const PUNCTUATION = /[.,;:!?*_~]+$/;
const SCHEME_AND_USER = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/?#]*@)?(?:www\.)?/i;
/** A link that was kept, or a sign that could begin another one. */
const KEPT_OR_SIGN = /\[[^[\]]*\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)|[[\]]|<+(?=[a-z/!?])/gi;

/** How deep links may be nested in one another. Nobody answers a customer like that. */
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
 * Takes images, HTML and links that lead elsewhere out of what a model wrote in Markdown: their words stay, and a foreign address stays as words that no app makes a
 * link of. A customer's question and a document may tell the model to write such links, with what it knows in their addresses (E-43). What is taken out may leave
 * another link, so it is done until nothing changes. Empty where that takes too long.
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

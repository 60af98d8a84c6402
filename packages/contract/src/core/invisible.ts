const INVISIBLE = String.raw`[\p{DI}\p{Cf}]`;

// The picture of an emoji with its presentation or skin tone, and the flags of England, Scotland and Wales, which are tag characters.
const PICTURE = String.raw`(?:\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|\p{ExtPict}(?:\p{EMod}|\ufe0e|\ufe0f)?)`;
const KEYCAP = String.raw`[0-9#*]\ufe0f\u20e3`;
const EMOJI = String.raw`(?:${KEYCAP}|${PICTURE}(?:\u200d${PICTURE})*)`;

const ANY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|${INVISIBLE}`, 'gu');

/**
 * Removes default-ignorable and format characters (zero-width spaces, soft hyphens, direction marks) from an identifier. They come
 * along when people copy from web pages and office programs, and make equal identifiers differ.
 */
export const withoutInvisible = (text: string): string => text.replace(ANY_INVISIBLE, '');

/** The same for a name, which may contain emoji: the joiners and variation selectors inside them stay. */
export const withoutStrayInvisible = (name: string): string => name.replace(EMOJI_OR_INVISIBLE, '$1');

import { contentFieldSpecs, hasField, phoneFields, type PhoneText } from '@endcap/contract/content';
import type { LinkCheck } from '@endcap/contract/links';
import { useFields } from '../../../form/form-store.ts';
import { ShownLinks } from '../../links/index.ts';
import { type ContentForm, typeOf, useAimed } from './content-form.ts';
import type { ContentEditor } from './use-content-field.ts';

const texts = phoneFields.filter((field): field is PhoneText => contentFieldSpecs[field].input === 'markdown');

const isLater = (one: string, other: string): boolean => one !== '' && Date.parse(one) > Date.parse(other);

/** The dates of an item that is to be in the app only while what it leads to is; what is valid lies inside (CONT-VAL-31). */
const within = (form: ContentForm, life: { from: string; until: string | null }, { before, after }: LinkCheck): Partial<ContentForm> => ({
  ...(before !== null && {
    publicationStart: life.from,
    ...(isLater(life.from, form.validityStart || life.from) && { validityStart: life.from }),
  }),
  ...(after !== null &&
    life.until !== null && {
      publicationEnd: life.until,
      ...(isLater(form.validityEnd, life.until) && { validityEnd: life.until }),
    }),
});

/** Where the links of an item lead, in whatever field, for as long as it is in the app (LINK-01, LINK-02). */
export const LinksOfContent = ({ editor }: { editor: ContentEditor }) => {
  const form = useFields(editor, ['contentType', 'url', 'segments', ...texts]);
  const type = typeOf(form);
  const { publicationStart: from, publicationEnd: until, disabled: _, segments, ...aimed } = useAimed(editor);
  const has = { stores: true, segments: hasField(type, 'segments'), version: true, dates: true };
  return (
    <ShownLinks
      texts={texts.filter((field) => hasField(type, field)).map((field) => form[field])}
      url={form.url}
      aim={{ ...aimed, segments: [...segments], from, until, has }}
      onNarrow={(audience) => editor.change(has.segments ? audience : { ...audience, segments: form.segments })}
      onShorten={(life, check) => editor.change(within(editor.values.get(), life, check))}
    />
  );
};

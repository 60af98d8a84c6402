import { type AppContent, contentWords, pageTexts } from '@endcap/contract/content';
import { commonMessages } from '../../lib/common.messages.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { OpenedPage } from '../../ui/phone/content-card.tsx';
import { PhoneLink } from '../../ui/phone/phone-link.tsx';
import { imageOf } from './image-of.ts';
import { previewMessages } from './preview.messages.ts';

type OpenedItemProps = { item: AppContent; onFollow: (target: string) => void; onClose: () => void };

/** The opened page of an item: texts, discount, code, documents and link. */
export const OpenedItem = ({ item, onFollow, onClose }: OpenedItemProps) => {
  const words = useMessages(previewMessages);
  const language = useLanguage();
  const { types } = contentWords[language];
  const { other } = useMessages(commonMessages);
  const image = imageOf(item.prevImage);
  const amount = item.discountValue?.replace('.', language === 'pl' ? ',' : '.');
  const documents = ([1, 2, 3] as const).flatMap((n) => {
    const [name, file] = [item[`regulation${n}Name`], item[`regulation${n}File`]];
    return name && file ? [name] : [];
  });
  return (
    <OpenedPage
      title={item.title ?? withOther(types, item.contentType, other)}
      images={image ? [image] : []}
      texts={pageTexts.flatMap((field) => (item[field] ? [{ name: field, source: item[field] }] : []))}
      disabled={item.disabled}
      onClose={onClose}
    >
      {amount !== undefined && item.minBasketValue !== null && (
        <p>{words.discount(`${amount} ${item.discountValueType === 'cash' ? 'zł' : '%'}`, String(item.minBasketValue))}</p>
      )}
      {item.ean && <code translate="no">{item.ean}</code>}
      {documents.map((name) => (
        <PhoneLink key={name}>{name}</PhoneLink>
      ))}
      {item.url && <PhoneLink onPress={() => item.url && onFollow(item.url)}>{item.url}</PhoneLink>}
    </OpenedPage>
  );
};

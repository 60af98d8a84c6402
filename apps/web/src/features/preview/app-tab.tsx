import { type AppContent, cardsOf, contentWords, type Tab } from '@endcap/contract/content';
import { ITEMS_MOST, type Preview } from '@endcap/contract/preview';
import { useMemo } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { CampaignScreen } from '../../ui/phone/campaign-screen.tsx';
import { ContentCard } from '../../ui/phone/content-card.tsx';
import { imageOf } from './image-of.ts';
import { previewMessages } from './preview.messages.ts';

/** Caption of the chain under items that are valid at an instant, or will be. */
const captionOf = ({ settings, at }: Preview, { signatureHidden, validityStart, validityEnd }: AppContent): string => {
  if (signatureHidden) return '';
  if (validityStart !== null && at < validityStart) return settings.signatureFuture ?? '';
  return validityEnd !== null && at > validityEnd ? '' : (settings.signatureValid ?? '');
};

type CardProps = { item: AppContent; shown: Preview; differs: boolean; onOpen: (id: string) => void };

const Card = ({ item, shown, differs, onOpen }: CardProps) => {
  const words = useMessages(previewMessages);
  const { types } = contentWords[useLanguage()];
  const { other } = useMessages(commonMessages);
  const image = imageOf(item.prevImage);
  return (
    <ContentCard
      title={item.title ?? ''}
      fallback={withOther(types, item.contentType, other)}
      texts={[]}
      images={image ? [image] : []}
      disabled={item.disabled}
      notes={[
        ...(item.pinned ? [words.pinned] : []),
        ...(item.clickable || item.disabled ? [] : [words.soon]),
        ...(item.storeDependent ? [words.notEverywhere] : []),
      ]}
      caption={captionOf(shown, item)}
      differs={differs}
      onOpen={item.clickable ? () => onOpen(item._id) : undefined}
    />
  );
};

const Campaign = ({ shown: { settings } }: { shown: Preview }) => {
  const format = useFormat();
  const { campaignStart, mainBanner, thresholds, regulations, questions } = settings.loyalty;
  return (
    <CampaignScreen
      start={campaignStart ? format.day(campaignStart) : ''}
      banner={imageOf(mainBanner)}
      thresholds={thresholds.flatMap(({ value }, at) => (value === null ? [] : [{ id: String(at), value }]))}
      documents={regulations.flatMap(({ type, name, file }) => (file && name ? [{ id: type, name }] : []))}
      questions={questions.map((question, at) => ({ id: String(at), ...question }))}
    />
  );
};

type AppTabProps = { tab: Tab; shown: Preview; differing: ReadonlySet<string>; onOpen: (id: string) => void };

/** Content of a tab of the app: the cards of its feed, and the campaign on the last tab. */
export const AppTab = ({ tab, shown, differing, onOpen }: AppTabProps) => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  const fed = useMemo(() => {
    const byId = new Map(shown.items.map((item) => [item._id, item]));
    return shown.tabs[tab].flatMap((id) => byId.get(id) ?? []);
  }, [shown, tab]);
  const cards = cardsOf(fed, tab);
  const total = shown.cardTotals[tab];
  // The response contains an overlaid item at any position.
  const [first, laid] = [cards.slice(0, ITEMS_MOST), cards.slice(ITEMS_MOST)];
  const card = (item: AppContent) => <Card key={item._id} item={item} shown={shown} differs={differing.has(item._id)} onOpen={onOpen} />;
  return (
    <>
      {first.map(card)}
      {total > first.length && <p>{words.firstCards(format.number(first.length), format.number(total))}</p>}
      {laid.length > 0 && <p>{words.laidCard}</p>}
      {laid.map(card)}
      {cards.length === 0 && tab !== 'loyalty' && <p>{words.nothingHere}</p>}
      {tab === 'loyalty' && <Campaign shown={shown} />}
    </>
  );
};

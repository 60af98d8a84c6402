import { contentWords } from '@endcap/contract/content';
import { fileUrl } from '@endcap/contract/files';
import { brandOf } from '@endcap/contract/settings';
import { useMemo, useState } from 'react';
import { useFields } from '../../form/form-store.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { AppScreen, GreyCard } from '../../ui/phone/app-screen.tsx';
import { CampaignScreen } from '../../ui/phone/campaign-screen.tsx';
import { ContentCard } from '../../ui/phone/content-card.tsx';
import { Phone } from '../../ui/phone/phone.tsx';
import { PhoneSwitch } from '../../ui/phone/phone-switch.tsx';
import { shownFields, type ShownSettings } from './settings-form.ts';
import type { SettingsEditor } from './use-setting.ts';
import { settingsMessages } from './settings.messages.ts';
import { amountOf } from './thresholds.tsx';

const campaignOf = (form: ShownSettings) => ({
  start: /^\d{4}-\d{2}-\d{2}$/.test(form['loyalty.campaignStart']) ? form['loyalty.campaignStart'] : '',
  banner: fileUrl(form['loyalty.mainBanner'], '', 640),
  thresholds: form['loyalty.thresholds'].flatMap((entry) => {
    const value = amountOf(entry);
    return value === null ? [] : [{ id: entry.id, value }];
  }),
  documents: form['loyalty.regulations'].flatMap(({ id, name = '', file }) => (file && name.trim() ? [{ id, name }] : [])),
  questions: form['loyalty.questions'].map(({ id, question = '', answer = '', color = '' }) => ({ id, question, answer, color })),
});

/** Preview of the campaign, and of the captions under items. */
export const SettingsPhone = ({ editor }: { editor: SettingsEditor }) => {
  const form = useFields(editor, shownFields);
  const words = useMessages(settingsMessages);
  const { tabs } = contentWords[useLanguage()];
  const [shown, setShown] = useState<'campaign' | 'captions'>('campaign');
  const choices = useMemo(() => ({ campaign: words.campaignShown, captions: words.captionsShown }), [words]);
  const app = brandOf({ appName: form.appName.trim() || null, appLogo: form.appLogo || null });
  return (
    <Phone
      label={words.preview}
      caption={words.approximate}
      switches={<PhoneSwitch label={words.preview} choices={choices} value={shown} onChange={setShown} />}
    >
      <AppScreen app={app} tabs={Object.values(tabs)} current={shown === 'campaign' ? tabs.loyalty : tabs.flyers}>
        {shown === 'campaign' ? (
          <CampaignScreen {...campaignOf(form)} />
        ) : (
          <>
            <ContentCard title={words.validItem} texts={[]} images={[]} caption={form.signatureValid} />
            <ContentCard title={words.futureItem} texts={[]} images={[]} caption={form.signatureFuture} />
            <GreyCard />
          </>
        )}
      </AppScreen>
    </Phone>
  );
};

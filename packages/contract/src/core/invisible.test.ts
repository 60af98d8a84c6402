import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appAssistantRoutes } from '../assistant/index.ts';
import { appContentRoutes, contentFields } from '../content/index.ts';
import { deviceRoutes, RegisterDevice } from '../devices/index.ts';
import { HistoryFilters } from '../history/index.ts';
import { knowledgeFields } from '../knowledge/index.ts';
import { SendNotification } from '../notifications/index.ts';
import { popupFields } from '../popups/index.ts';
import { promoThresholdFields } from '../promo-thresholds/index.ts';
import { SegmentName } from '../segments/index.ts';
import { readPerson } from '../session/index.ts';
import { sendingRules, SentQuestion, settingsRules, thresholdValue } from '../settings/index.ts';
import { storeGroupFields } from '../store-groups/index.ts';
import { storeFields } from '../stores/index.ts';
import { cleanText, fieldCodes, rulesOf, SearchText, withoutInvisible, withoutStrayInvisible } from './index.ts';

const store = rulesOf(storeFields);
const content = rulesOf(contentFields);
const tables: Record<string, Record<string, z.ZodType>> = {
  store,
  group: rulesOf(storeGroupFields),
  knowledge: rulesOf(knowledgeFields),
  popup: rulesOf(popupFields),
  content,
  notification: SendNotification.shape,
  settings: {
    ...settingsRules.ecommerce,
    ...settingsRules.game,
    ...sendingRules,
    appName: settingsRules.appName,
    signatureValid: settingsRules.signatureValid,
    hideClientCodeVersion: settingsRules.hideClientCodeVersion,
    hideClientCodeText: settingsRules.hideClientCodeText,
    threshold: thresholdValue,
  },
  question: { question: SentQuestion.shape.question, answer: SentQuestion.shape.answer },
  segment: { name: SegmentName },
  promoThreshold: promoThresholdFields,
  device: RegisterDevice.shape,
  tester: deviceRoutes.becomeTester.body.shape,
  feed: appContentRoutes.feed.query.shape,
  assistant: { text: appAssistantRoutes.ask.body.shape.text },
  search: { text: SearchText, history: HistoryFilters.shape.text },
  // Lists of one entry.
  entries: {
    productEANs: z.preprocess((entry) => [entry], content.productEANs),
    segments: z.preprocess((entry) => [entry], content.segments),
    segmentsOfDevice: z.preprocess((entry) => [entry], RegisterDevice.shape.segments),
  },
};
const rules = Object.entries(tables).flatMap(([table, fields]) =>
  Object.entries(fields).map(([field, rule]): [string, z.ZodType] => [`${table}.${field}`, rule]),
);
const outcome = (rule: z.ZodType, text: string): unknown => {
  const { success, data, error } = rule.safeParse(text);
  return success ? data : fieldCodes(error);
};
const samples = [
  'abc',
  '0',
  '20',
  '101',
  '12,50',
  '51,75',
  '22:00',
  '06:00-22:00',
  '3.4.1',
  '>= 3.2.0',
  'koszyk-101',
  'example.pl',
  'https://example.pl/a',
  '5901234123457',
  'android',
  'pl-PL',
];
const invisible = ['\u200b', '\u200e', '\u2060', '\u00ad', '\u061c', '\u034f', '\u180e', '\ufeff', '\u2066', '\u{e0061}', '\ufe0f'];
// These take a line break although they are no prose.
const noProse = new Set(['notification.validUntil', 'tester.code', 'search.text', 'search.history']);
const isProse = ({ name, rule }: { name: string; rule: z.ZodType }): boolean =>
  !noProse.has(name) && JSON.stringify(outcome(rule, 'a\nb')).includes(String.raw`a\nb`);
const accepting = rules.map(([name, rule]) => ({
  name,
  rule,
  accepted: samples.filter((sample) => rule.safeParse(sample).success),
}));
const lines = accepting.filter((one) => one.accepted.length > 0 && !isProse(one));
// Programs make these: a word of a closed list, a language tag, our own id.
const byPrograms = new Set(['device.platform', 'device.locale', 'feed.storeId']);

describe('invisible characters', { tags: ['E-21'] }, () => {
  test('are removed from every identifier and name in a request', () => {
    const names = lines.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'store.storeNo',
        'store.latitude',
        'store.zipCode',
        'store.ecommerceSlug',
        'store.mondayHours',
        'content.name',
        'content.url',
        'content.ean',
        'content.version',
        'content.discountValue',
        'content.minBasketValue',
        'notification.title',
        'notification.url',
        'settings.domain',
        'settings.url',
        'settings.threshold',
        'settings.weeklyLimit',
        'settings.approvalAbove',
        'settings.quietFrom',
        'segment.name',
        'promoThreshold.id',
        'promoThreshold.threshold',
        'device.installId',
        'device.userId',
        'device.appVersion',
        'tester.code',
        'feed.appVersion',
        'entries.productEANs',
        'entries.segments',
        'entries.segmentsOfDevice',
      ]),
    );
    for (const { name, rule, accepted } of lines.filter((line) => !byPrograms.has(line.name)))
      for (const sample of accepted)
        for (const sign of invisible) {
          const pasted = `${sign}${sample.slice(0, 1)}${sign}${sample.slice(1)}${sign}`;
          expect([name, sign, outcome(rule, pasted)]).toEqual([name, sign, outcome(rule, sample)]);
        }
  });
  test('stay in prose, where they join and divide words', () => {
    const prose = accepting.filter((one) => isProse(one) && one.name !== 'settings.script');
    expect(prose.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['content.description', 'popup.text', 'notification.content', 'store.openingHours', 'knowledge.content']),
    );
    for (const { name, rule } of prose) expect([name, outcome(rule, 'nie\u00addzie\u00adla')]).toEqual([name, 'nie\u00addzie\u00adla']);
  });
  test('are removed from links in prose', () => {
    expect(content.description.parse('[nie\u00addziela](endcap://a\u200bbc#\u20602) (a\u200bb)')).toBe(
      '[nie\u00addziela](endcap://abc#2) (a\u200bb)',
    );
  });
  test('are removed from the name and the store claim of an identity provider', () => {
    const person = readPerson('endcap', {
      sub: 'x',
      name: '\u202eAnna\u200b W\u00adójcik',
      app_metadata: { endcapStoreId: '1\u200b01\u200e' },
    });
    expect([person.name, person.storeClaim]).toEqual(['Anna Wójcik', '101']);
    expect(readPerson('endcap', { sub: 'x', name: '\u200b' }).name).toBe('x');
  });
  test.each(['👩‍👩‍👧', '❤️', '🧔🏻‍♂️', '🏳️‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '#️⃣', '☎︎', '👍🏽', '🇵🇱', '©️'])('stay inside the emoji %s of a name', (emoji) => {
    expect(store.name.parse(`\u200bSklep\u00ad ${emoji}\u200d ${emoji}5\u200d\ufe0f`)).toBe(`Sklep ${emoji} ${emoji}5`);
    expect(withoutStrayInvisible(`a${emoji}b${emoji}`)).toBe(`a${emoji}b${emoji}`);
  });
  test('in a name are the same as in an identifier, except inside emoji, and are removed in one pass', () => {
    const piece = fc.constantFrom(
      'a',
      '5',
      '#',
      ' ',
      'é',
      '👩',
      '❤',
      '🏴',
      '🏽',
      '🇵',
      '\u20e3',
      '\u{e0067}\u{e0062}\u{e0065}',
      '\u{e007f}',
      ...invisible,
      '\u200d',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const name = withoutStrayInvisible(text);
        expect(withoutInvisible(name)).toBe(withoutInvisible(text));
        expect(withoutStrayInvisible(name)).toBe(name);
        if (!/\p{ExtPict}|\u20e3/u.test(text)) expect(name).toBe(withoutInvisible(text));
      }),
    );
  });
  test('are removed before letters are composed', () => {
    expect(store.name.parse('Ło\u200b\u0301dz\u034f\u0301')).toBe(cleanText('Łódź'));
  });
});

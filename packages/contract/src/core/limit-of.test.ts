import { expect, test } from 'vitest';
import { contentFields } from '../content/index.ts';
import { knowledgeFields } from '../knowledge/index.ts';
import { popupFields } from '../popups/index.ts';
import { loyaltyRules, regulationName, settingsRules } from '../settings/index.ts';
import { storeGroupFields } from '../store-groups/index.ts';
import { storeFields } from '../stores/index.ts';
import { weekdays } from '../trading-days/index.ts';
import { type Field, limitOf } from './index.ts';

const limits = (fields: Readonly<Record<string, Field>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { rule }]) => {
      const limit = limitOf(rule);
      return limit === undefined ? [] : [[name, limit]];
    }),
  );

test('limitOf returns the maximum length of a text rule, however the rule is wrapped', { tags: ['D-48'] }, () => {
  expect(limits(storeFields)).toEqual({
    name: 200,
    street: 200,
    zipCode: 20,
    city: 100,
    openingHours: 1_000,
    phone: 40,
    ecommerceSlug: 100,
    notificationSign: 40,
    ...Object.fromEntries(weekdays.map((weekday) => [`${weekday}Hours`, 100])),
  });
  expect(limits(popupFields)).toEqual({ name: 200, text: 5_000 });
  expect(limits(knowledgeFields)).toEqual({ name: 200, description: 500, content: 250_000 });
  expect(limits(storeGroupFields)).toEqual({ name: 200 });
  expect(limits(contentFields)).toMatchObject({ name: 200, title: 200, url: 2_000, description: 5_000, headerText: 5_000 });
  expect(limitOf(settingsRules.game.script)).toBe(100 * 1024);
  expect(limitOf(settingsRules.ecommerce.domain)).toBe(500);
  expect(limitOf(regulationName)).toBe(200);
  expect(limitOf(loyaltyRules.campaignStart)).toBe(undefined);
});

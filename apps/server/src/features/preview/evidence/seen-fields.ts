import { contentFields } from '@endcap/contract/content';
import { keysOf } from '@endcap/contract/core';
import { popupFields } from '@endcap/contract/popups';
import type { EvidenceKind } from '@endcap/contract/preview';
import { AppSettings } from '@endcap/contract/settings';
import { storeFields } from '@endcap/contract/stores';

const allBut = (fields: object, ...left: string[]): string[] => keysOf(fields).filter((field) => !left.includes(field));

/**
 * Fields of each kind that customers see, or that decide whether they see an item. Internal names and signs are left out. Customers see
 * the amount of a threshold, and the effect of a group's members.
 */
const seenFields: Record<EvidenceKind, ReadonlySet<string>> = {
  content: new Set(allBut(contentFields, 'name', 'promoThresholdId')),
  popup: new Set(allBut(popupFields, 'name')),
  settings: new Set(['appName', 'trading', ...keysOf(AppSettings.shape)]),
  store: new Set(allBut(storeFields, 'notificationSign')),
  storeGroup: new Set(['includeStores']),
  notification: new Set(['title', 'content', 'url', 'image', 'validUntil', 'sending', 'recalledAt']),
};

export const isSeenField = (kind: EvidenceKind, field: string): boolean => seenFields[kind].has(field);

import { PhoneProblem, type PhoneKit } from '@endcap/phone-kit';
import { idPlaceholders } from './recording.ts';

export const WRONG_CODE = 'nobody-has-this-code';
/** The code of test phones in `freshWorld`. */
const ENDCAP_TESTER_CODE = 'tester-code';

/** Everything that an app does with the kit, in the order of its life. */
export const converse = async (kit: PhoneKit, appVersion: string): Promise<void> => {
  const { store, content, notification, popup } = idPlaceholders;
  const viewer = { appVersion, storeId: store, segments: ['vip'] };
  await kit.start({
    platform: 'android',
    appVersion,
    push: { kind: 'token', value: 'push-address' },
    userId: 'customer-17',
    segments: ['vip'],
    locale: 'pl-PL',
  });
  await kit.change({ mainStoreId: store, notificationStoreIds: [store] });
  await kit.me();
  const refusal: unknown = await kit.becomeTester(WRONG_CODE).catch((error: unknown) => error);
  if (!(refusal instanceof PhoneProblem)) throw new Error('a wrong code was taken');
  await kit.becomeTester(ENDCAP_TESTER_CODE);
  await kit.settings();
  await kit.stores({ near: { latitude: 54.35, longitude: 18.65 }, limit: 3 });
  await kit.feed(viewer, 'start');
  await kit.feed(viewer, 'start');
  await kit.item(content, viewer);
  await kit.inbox();
  for (const report of [kit.delivered(notification), kit.opened(notification)]) {
    await report;
    await kit.flush();
  }
  await kit.popups(appVersion);
  await kit.popupShown(popup);
  await kit.flush();
  await kit.ask(await kit.openThread(), 'O której otwieracie w niedzielę?');
  await kit.forget();
};

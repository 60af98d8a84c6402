import { call } from './api.ts';
import { commonMessages } from './common.messages.ts';
import { selectedStore } from './selected-store.ts';
import { session } from './session.ts';
import { toast } from './toast.ts';

const question = session.own<{ asking?: Promise<void> | undefined }>(() => ({}));

const readAgain = async (): Promise<void> => {
  const asker = session.get()?.person.id;
  const { isAdmin, storeId } = await call('GET /session/get-rights', {});
  const current = session.get();
  // The rights of a person must not become those of the next one.
  if (!current || current.person.id !== asker || current.person.isAdmin === isAdmin) return;
  // A store that was chosen with the rights of before would be refused on every call.
  selectedStore.set(null);
  session.begin({ ...current, person: { ...current.person, isAdmin, storeClaim: storeId } });
  const words = commonMessages[document.documentElement.lang === 'pl' ? 'pl' : 'en'];
  toast.failure({ title: words.rightsChanged, body: words.rightsChangedText, closeLabel: words.close });
};

/** After a 403: who the person is may have changed since the sign-in, and menu and screens follow it (Z20). */
export const readRightsAgain = (): Promise<void> => {
  const own = question();
  own.asking ??= readAgain()
    .catch(() => {})
    .finally(() => {
      own.asking = undefined;
    });
  return own.asking;
};

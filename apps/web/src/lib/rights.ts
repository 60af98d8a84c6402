import { call } from './api.ts';
import { commonMessages } from './common.messages.ts';
import { selectedStore } from './selected-store.ts';
import { session } from './session.ts';
import { toast } from './toast.ts';

/** The request in progress, shared by concurrent callers. */
const inFlight = session.own<{ request?: Promise<void> | undefined }>(() => ({}));

const refresh = async (): Promise<void> => {
  const personId = session.get()?.person.id;
  const { isAdmin, storeId } = await call('GET /session/get-rights', {});
  const current = session.get();
  // The rights of a person must not become those of the next one.
  if (!current || current.person.id !== personId || current.person.isAdmin === isAdmin) return;
  // A store that was selected with the former rights would be refused on every call.
  selectedStore.set(null);
  session.begin({ ...current, person: { ...current.person, isAdmin, storeClaim: storeId } });
  const words = commonMessages[document.documentElement.lang === 'pl' ? 'pl' : 'en'];
  toast.failure({ title: words.rightsChanged, body: words.rightsChangedText, closeLabel: words.close });
};

/** Reads the person's rights again after a 403. Menu and screens follow them (Z20). */
export const refreshRights = (): Promise<void> => {
  const own = inFlight();
  own.request ??= refresh()
    .catch(() => {})
    .finally(() => {
      own.request = undefined;
    });
  return own.request;
};

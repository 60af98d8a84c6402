import { readTesterCode } from '@endcap/contract/deep-links';
import type { AppPopup } from '@endcap/contract/popups';
import { createAssistant } from './assistant.ts';
import { type ApiOptions, createCallApi } from './call-api.ts';
import { createKeptAnswers, type Kept } from './kept-answer.ts';
import { type Destination, destinationOf } from './links.ts';
import { createMessages } from './messages.ts';
import { countInCopies, leftToShow, popupsPath, showingOf } from './popups.ts';
import { createPushes } from './pushes.ts';
import { createReads } from './reads.ts';
import { createRegistration } from './registration.ts';
import { createReports } from './reports.ts';
import type { PhoneStorage } from './storage.ts';

export type PhoneKitOptions = ApiOptions & {
  storage: PhoneStorage;
  /** Scheme of the app's own links, e.g. `endcap://`. */
  appScheme: string;
  now?: () => Date;
  newId?: () => string;
  later?: (ms: number, then: () => void) => void;
  /**
   * Called after the server had lost this phone and registered it again, without user, segments and stores: set them again with `change`.
   * Called until it succeeds once, at the latest on the next start. Calls of the kit do not wait for it.
   */
  onRenewed?: () => void | Promise<unknown>;
};

/**
 * Client of the app API for React Native and the web (KIT-01). Answers from a copy are marked as such; reports are retried until delivered.
 */
export const createPhoneKit = (options: PhoneKitOptions) => {
  const {
    storage,
    appScheme,
    now = () => new Date(),
    newId = () => globalThis.crypto.randomUUID(),
    later = (ms, then) => void setTimeout(then, ms),
  } = options;
  const call = createCallApi(options);
  const { callAsPhone, change, start, forget, isRegistered } = createRegistration(call, { storage, newId, onRenewed: options.onRenewed });
  const answers = createKeptAnswers(storage, now);
  const reports = createReports({ call: callAsPhone, storage, told: countInCopies(answers), later });
  const messages = createMessages(storage);
  const ofPhone = <Value>(path: string): Promise<Kept<Value>> => answers.read<Value>(path, (asked) => callAsPhone(path, asked));
  const ofAnybody = <Value>(path: string): Promise<Kept<Value>> => answers.read<Value>(path, (asked) => call(path, asked));
  const ofAnybodyOnce = <Value>(path: string): Promise<Kept<Value>> => answers.readOnce<Value>((asked) => call(path, asked));
  return {
    start,
    change,
    isRegistered,
    /** Accepts a typed code, or the scanned text of the code that an administrator shows (PLAN-07). */
    becomeTester: async (scanned: string): Promise<void> => {
      await callAsPhone('/devices/me/tester', { method: 'POST', body: { code: readTesterCode(appScheme, scanned.trim()) } });
    },
    /** Deletes this phone's registration on the server, and all data stored here. */
    forget: async (): Promise<void> => {
      await forget();
      await Promise.all([answers.forget(), reports.forget(), messages.forget()]);
    },
    ...createReads({ ofPhone, ofAnybody, ofAnybodyOnce, takenBack: messages.takenBack }),
    ...createPushes(messages, reports),
    popups: async (appVersion: string): Promise<AppPopup[]> => {
      const path = popupsPath(appVersion);
      const { value } = await ((await isRegistered()) ? ofPhone<{ items: AppPopup[] }>(path) : ofAnybody<{ items: AppPopup[] }>(path));
      return leftToShow(value.items, await reports.pending());
    },
    popupShown: async (popupId: string): Promise<void> => reports.add(showingOf(popupId, newId())),
    destination: (url: string | null | undefined): Destination => destinationOf(appScheme, url),
    ...createAssistant(callAsPhone),
    /** Sends pending reports. Call it when the app opens and when the connection is back. */
    flush: reports.flush,
    untold: async (): Promise<number> => (await reports.pending()).length,
  };
};
export type PhoneKit = ReturnType<typeof createPhoneKit>;

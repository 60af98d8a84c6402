import type { AppMessage } from '@endcap/contract/assistant';
import { readTesterCode } from '@endcap/contract/deep-links';
import type { AppContent, appContentRoutes, Tab } from '@endcap/contract/content';
import type { Reply } from '@endcap/contract/core';
import type { Device, InboxItem } from '@endcap/contract/devices';
import type { AppPopup } from '@endcap/contract/popups';
import type { AppSettings } from '@endcap/contract/settings';
import type { AppStore } from '@endcap/contract/stores';
import { type ApiOptions, createCallApi, PhoneProblem } from './call-api.ts';
import { createKeptAnswers, type Kept } from './kept-answer.ts';
import { type Destination, destinationOf } from './links.ts';
import { createMessages, type PushData, type PushStep } from './messages.ts';
import { leftToShow, showingOf } from './popups.ts';
import { createRegistration } from './registration.ts';
import { createReports } from './reports.ts';
import type { PhoneStorage } from './storage.ts';
import { type AppViewer, viewerQuery } from './viewer.ts';

export type PhoneKitOptions = ApiOptions & {
  storage: PhoneStorage;
  /** Scheme of the app's own links, e.g. `endcap://`. */
  appScheme: string;
  now?: () => Date;
  newId?: () => string;
  later?: (ms: number, then: () => void) => void;
};

/** What an app needs of the back-office, for React Native and the web (KIT-01). Answers that may be old say so; reports are never lost. */
export const createPhoneKit = (options: PhoneKitOptions) => {
  const {
    storage,
    appScheme,
    now = () => new Date(),
    newId = () => globalThis.crypto.randomUUID(),
    later = (ms, then) => void setTimeout(then, ms),
  } = options;
  const call = createCallApi(options);
  const { callAsPhone, change, start, forget, isRegistered } = createRegistration(call, storage, newId);
  const answers = createKeptAnswers(storage, now);
  const reports = createReports({ tell: callAsPhone, storage, now, later });
  const messages = createMessages(storage);
  const ofPhone = <Value>(path: string): Promise<Kept<Value>> => answers.read<Value>(path, (asked) => callAsPhone(path, asked));
  const ofAnybody = <Value>(path: string): Promise<Kept<Value>> => answers.read<Value>(path, (asked) => call(path, asked));
  return {
    start,
    change,
    isRegistered,
    me: (): Promise<Kept<Device>> => ofPhone('/devices/me'),
    /** With a code, or with what the camera read of the one that an administrator shows (PLAN-07). */
    becomeTester: async (scanned: string): Promise<void> => {
      await callAsPhone('/devices/me/tester', { method: 'POST', body: { code: readTesterCode(appScheme, scanned.trim()) } });
    },
    /** Signs the phone off for good: the server, and what is kept here. */
    forget: async (): Promise<void> => {
      await forget();
      await Promise.all([answers.forget(), reports.forget(), messages.forget()]);
    },
    feed: (viewer: AppViewer, tab?: Tab): Promise<Kept<Reply<typeof appContentRoutes.feed>>> => {
      const query = viewerQuery(viewer);
      if (tab) query.set('tab', tab);
      return ofAnybody(`/content?${query}`);
    },
    /** Null: not for this viewer, or not now. */
    item: (contentId: string, viewer: AppViewer): Promise<Kept<AppContent> | null> =>
      ofAnybody<AppContent>(`/content/${encodeURIComponent(contentId)}?${viewerQuery(viewer)}`).catch((error: unknown) => {
        if (error instanceof PhoneProblem && error.status === 404) return null;
        throw error;
      }),
    settings: (): Promise<Kept<AppSettings>> => ofAnybody('/settings'),
    stores: ({ near, limit }: { near?: { latitude: number; longitude: number }; limit?: number } = {}): Promise<
      Kept<{ items: AppStore[] }>
    > => {
      const query = new URLSearchParams();
      if (near) query.set('near', `${near.latitude},${near.longitude}`);
      if (limit) query.set('limit', String(limit));
      return ofAnybody(`/stores?${query}`);
    },
    /** Without a connection, what was taken back since is left out as well. */
    inbox: async (): Promise<Kept<{ items: InboxItem[] }>> => {
      const { value, ...said } = await ofPhone<{ items: InboxItem[] }>('/notifications');
      const gone = await messages.takenBack();
      return { ...said, value: { items: value.items.filter(({ _id }) => !gone.has(_id)) } };
    },
    /** What to do about a push that has come, by its data; call it for each. */
    received: (data: PushData): Promise<PushStep> => messages.read(data),
    /** The push reached this phone. */
    delivered: async (notificationId: string): Promise<void> => {
      await messages.seen(notificationId);
      await reports.add({ path: `/notifications/${notificationId}/delivered` });
    },
    /** The person opened it, which says that it was delivered as well. */
    opened: (notificationId: string): Promise<void> => reports.add({ path: `/notifications/${notificationId}/opened` }),
    popups: async (appVersion: string): Promise<AppPopup[]> => {
      const path = `/popups?${new URLSearchParams({ appVersion })}`;
      const { value } = await ((await isRegistered()) ? ofPhone<{ items: AppPopup[] }>(path) : ofAnybody<{ items: AppPopup[] }>(path));
      return leftToShow(value.items, await reports.pending());
    },
    popupShown: (popupId: string): Promise<void> => reports.add(showingOf(popupId, newId())),
    destination: (url: string | null | undefined): Destination => destinationOf(appScheme, url),
    openThread: async (): Promise<string> =>
      ((await callAsPhone('/assistant/threads', { method: 'POST' })).body as { threadId: string }).threadId,
    ask: async (threadId: string, text: string): Promise<AppMessage[]> => {
      const { body } = await callAsPhone(`/assistant/threads/${threadId}/messages`, { method: 'POST', body: { text } });
      return (body as { messages: AppMessage[] }).messages;
    },
    /** Tells what could not be told before; to be called when the app opens and when the connection is back. */
    flush: reports.flush,
    untold: async (): Promise<number> => (await reports.pending()).length,
  };
};
export type PhoneKit = ReturnType<typeof createPhoneKit>;

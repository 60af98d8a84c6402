import type { AppContent, appContentRoutes, Tab } from '@endcap/contract/content';
import type { Reply } from '@endcap/contract/core';
import type { Device, InboxItem } from '@endcap/contract/devices';
import type { AppSettings } from '@endcap/contract/settings';
import type { AppStore } from '@endcap/contract/stores';
import { PhoneProblem } from './call-api.ts';
import type { Kept } from './kept-answer.ts';
import { pathSegment } from './path-segment.ts';
import { type AppViewer, viewerQuery } from './viewer.ts';

/** Reads a path of the app API, with a copy for when there is no connection. Throws `NoAnswer` where there is neither. */
type Read = <Value>(path: string) => Promise<Kept<Value>>;

type Options = {
  ofPhone: Read;
  ofAnybody: Read;
  /** Without a copy. */
  ofAnybodyOnce: Read;
  /** Ids of messages that were taken back from this phone. */
  takenBack: () => Promise<ReadonlySet<string>>;
};

/** Reads for display. The answers may come from a copy (KIT-01). */
export const createReads = ({ ofPhone, ofAnybody, ofAnybodyOnce, takenBack }: Options) => ({
  me: (): Promise<Kept<Device>> => ofPhone('/devices/me'),
  feed: (viewer: AppViewer, tab?: Tab): Promise<Kept<Reply<typeof appContentRoutes.feed>>> => {
    const query = viewerQuery(viewer);
    if (tab) query.set('tab', tab);
    return ofAnybody(`/content?${query}`);
  },
  /** Null: not for this viewer, or not now. */
  item: (contentId: string, viewer: AppViewer): Promise<Kept<AppContent> | null> =>
    ofAnybody<AppContent>(`/content/${pathSegment(contentId)}?${viewerQuery(viewer)}`).catch((error: unknown) => {
      if (error instanceof PhoneProblem && error.status === 404) return null;
      throw error;
    }),
  settings: (): Promise<Kept<AppSettings>> => ofAnybody('/settings'),
  /** By distance from `near`: of those no copy is kept, as each place is another one. */
  stores: ({ near, limit }: { near?: { latitude: number; longitude: number }; limit?: number } = {}): Promise<
    Kept<{ items: AppStore[] }>
  > => {
    const query = new URLSearchParams();
    if (near) query.set('near', `${near.latitude},${near.longitude}`);
    if (limit) query.set('limit', String(limit));
    return (near ? ofAnybodyOnce : ofAnybody)(`/stores?${query}`);
  },
  /** Without a connection, what was taken back since is left out as well. */
  inbox: async (): Promise<Kept<{ items: InboxItem[] }>> => {
    const { value, ...said } = await ofPhone<{ items: InboxItem[] }>('/notifications');
    const gone = await takenBack();
    return { ...said, value: { items: value.items.filter(({ _id }) => !gone.has(_id)) } };
  },
});

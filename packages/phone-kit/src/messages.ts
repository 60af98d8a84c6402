import { keptValue, type PhoneStorage } from './storage.ts';

/** The data of a push as the push service hands it to the app. */
export type PushData = Readonly<Record<string, string | undefined>>;

type OfMessage = {
  notificationId: string;
  /** Under which the phone shows it. */
  tag: string;
  /** A safety message, which is shown apart (CARE-05). */
  safety?: true;
};
/** What an app has to do about a push (RECALL-01, RECALL-02). */
export type PushStep =
  /** The system shows it, or the app does where it is open. */
  | ({ do: 'show' } & OfMessage)
  | ({ do: 'remove' } & OfMessage)
  /** Another text in its place, without a sound; `wasSeen`: only where it is still shown, for this phone had it before. */
  | ({ do: 'replace'; title: string; body: string; url: string | null; image: string | null; wasSeen: boolean } & OfMessage)
  /** It is older than what the phone knows, or none of ours. */
  | { do: 'nothing' };

/** What is known of a message: `version` of its last change. */
type Known = { id: string; version: number; isTakenBack: boolean };

const KNOWN_AT_MOST = 200;
const unknown = { version: 0, isTakenBack: false };

/** What this phone has been told of messages, so that what comes late or twice changes nothing. */
export const createMessages = (storage: PhoneStorage) => {
  const kept = keptValue<Known[]>(storage, 'endcap.messages');
  const note = (known: Known): Promise<unknown> =>
    kept.change((all) => [...(all ?? []).filter(({ id }) => id !== known.id), known].slice(-KNOWN_AT_MOST));
  const find = async (id: string): Promise<Known | undefined> => (await kept.read())?.find((one) => one.id === id);
  const seen = async (id: string): Promise<void> => void (await note((await find(id)) ?? { id, ...unknown }));
  return {
    /** This phone has it. */
    seen,
    read: async ({ notificationId: id, action, version, title = '', body = '', url, image, safety }: PushData): Promise<PushStep> => {
      if (!id) return { do: 'nothing' };
      const before = await find(id);
      const message: OfMessage = { notificationId: id, tag: `n${id}`, ...(safety === 'true' && { safety: true }) };
      if (!action) {
        await seen(id);
        // A copy that was slower than what took it back.
        return { do: before?.isTakenBack ? 'remove' : 'show', ...message };
      }
      const change = { id, version: Number(version) || 0, isTakenBack: action === 'takeBack' };
      if (before && before.version >= change.version) return { do: 'nothing' };
      if (action !== 'takeBack' && action !== 'correct') return { do: 'nothing' };
      await note(change);
      if (action === 'takeBack') return { do: 'remove', ...message };
      return { do: 'replace', ...message, title, body, url: url ?? null, image: image ?? null, wasSeen: before !== undefined };
    },
    takenBack: async (): Promise<ReadonlySet<string>> =>
      new Set(((await kept.read()) ?? []).filter(({ isTakenBack }) => isTakenBack).map(({ id }) => id)),
    forget: async (): Promise<void> => void (await kept.change(() => null)),
  };
};

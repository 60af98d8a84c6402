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
/** The action an app takes for a push (RECALL-01, RECALL-02). */
export type PushStep =
  /** The system shows it, or the app does where it is open. */
  | ({ do: 'show' } & OfMessage)
  | ({ do: 'remove' } & OfMessage)
  /** Another text in its place, without a sound; `wasSeen`: only where it is still shown, for this phone had it before. */
  | ({ do: 'replace'; title: string; body: string; url: string | null; image: string | null; wasSeen: boolean } & OfMessage)
  /** It is older than what the phone knows, or none of ours. */
  | { do: 'nothing' };

/** Stored state of a message. `version` is that of its last change. */
type Known = { id: string; version: number; isTakenBack: boolean };

const CACHE_LIMIT = 200;
const unknown = { version: 0, isTakenBack: false };

/** Stores the state of received messages, so that late and duplicate pushes have no effect. */
export const createMessages = (storage: PhoneStorage) => {
  const kept = keptValue<Known[]>(storage, 'endcap.messages');
  /**
   * Answers by what is known of a message, and notes what is known from then on; one after the other, since pushes come at the same moment. A
   * storage that does not take it keeps nobody from what is to be done.
   */
  const noting = async <Said>(id: string, say: (before: Known | undefined) => { known: Known | undefined; said: Said }): Promise<Said> => {
    let told: { said: Said } | undefined;
    await kept
      .change((all) => {
        const { known, said } = say(all?.find((one) => one.id === id));
        told = { said };
        return known ? [...(all ?? []).filter((one) => one.id !== id), known].slice(-CACHE_LIMIT) : all;
      })
      .catch(() => {});
    return (told ?? say(undefined)).said;
  };
  return {
    /** This phone has it. */
    seen: (id: string): Promise<void> => noting(id, (before) => ({ known: before ?? { id, ...unknown }, said: undefined })),
    read: async ({ notificationId: id, action, version, title = '', body = '', url, image, safety }: PushData): Promise<PushStep> => {
      if (!id) return { do: 'nothing' };
      const message: OfMessage = { notificationId: id, tag: `n${id}`, ...(safety === 'true' && { safety: true }) };
      return noting<PushStep>(id, (before) => {
        // It may be a copy that was slower than what took it back.
        if (!action) return { known: before ?? { id, ...unknown }, said: { do: before?.isTakenBack ? 'remove' : 'show', ...message } };
        const known = { id, version: Number(version) || 0, isTakenBack: action === 'takeBack' };
        if ((before && before.version >= known.version) || (action !== 'takeBack' && action !== 'correct'))
          return { known: before, said: { do: 'nothing' } };
        if (known.isTakenBack) return { known, said: { do: 'remove', ...message } };
        const text = { title, body, url: url ?? null, image: image ?? null };
        return { known, said: { do: 'replace', ...message, ...text, wasSeen: before !== undefined } };
      });
    },
    takenBack: async (): Promise<ReadonlySet<string>> => {
      const all = (await kept.read().catch(() => null)) ?? [];
      return new Set(all.filter(({ isTakenBack }) => isTakenBack).map(({ id }) => id));
    },
    forget: async (): Promise<void> => void (await kept.change(() => null)),
  };
};

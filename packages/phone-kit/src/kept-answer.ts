import { type Answer, type Asked, NoAnswer, PhoneProblem } from './call-api.ts';
import { keptValue, type PhoneStorage } from './storage.ts';

/** An answer of the app API, or the last one where there is no connection; `at` is when the server said it (ISO 8601, the phone's clock). */
export type Kept<Value> = { value: Value; at: string; isOld: boolean };

type Copy = { path: string; etag: string | null; body: unknown; at: string };

/** Answers of so many questions are kept: a phone asks for few audiences, and its storage is small. */
const KEPT_AT_MOST = 24;
/** Android keeps larger entries, and cannot read them again. */
const ENTRY_BYTES = 2_000_000;

/** As UTF-8, at most. */
const bytesOf = (copy: Copy): number => {
  const text = JSON.stringify(copy);
  return text.length + 2 * (text.match(/[\u0080-\uFFFF]/g)?.length ?? 0);
};

/** The first one, and as many behind it as one entry has room for. */
const fitting = (copies: readonly Copy[]): Copy[] => {
  let room = ENTRY_BYTES;
  return copies.filter((copy, at) => (room -= bytesOf(copy)) >= 0 || at === 0);
};

/** Reads with an ETag and a copy for when there is no connection (KIT-01). Throws `NoAnswer` where there is neither. */
export const createKeptAnswers = (storage: PhoneStorage, now: () => Date) => {
  // What cannot be read can be asked for again; only an answer is written over it, as over an entry that grew too large.
  const getItem: PhoneStorage['getItem'] = (key) => storage.getItem(key).catch(() => null);
  const copies = keptValue<Copy[]>(
    { getItem, setItem: (...item) => storage.setItem(...item), removeItem: (key) => storage.removeItem(key) },
    'endcap.copies',
  );
  /** A storage that is full takes fewer copies, or none: what was answered is worth more than its copy. */
  const keep = async (copy: Copy, most = KEPT_AT_MOST): Promise<void> => {
    try {
      await copies.change((before) => fitting([copy, ...(before ?? []).filter(({ path }) => path !== copy.path)].slice(0, most)));
    } catch {
      if (most > 1) await keep(copy, Math.floor(most / 2));
    }
  };
  /** It is there no more, or not for this phone: the copy does not outlive that. */
  const drop = async (path: string): Promise<void> =>
    void (await copies.change((all) => all?.filter((copy) => copy.path !== path)).catch(() => {}));
  return {
    /** An answer that no copy is kept of: the same is hardly asked again. */
    readOnce: async <Value>(ask: (asked: Asked) => Promise<Answer>): Promise<Kept<Value>> => {
      const { body } = await ask({});
      return { value: body as Value, at: now().toISOString(), isOld: false };
    },
    read: async <Value>(path: string, ask: (asked: Asked) => Promise<Answer>): Promise<Kept<Value>> => {
      const copy = (await copies.read())?.find((one) => one.path === path);
      try {
        const { status, body, etag } = await ask({ etag: copy?.etag ?? null });
        const at = now().toISOString();
        const said = status === 304 && copy ? copy.body : body;
        await keep({ path, etag, body: said, at });
        return { value: said as Value, at, isOld: false };
      } catch (error) {
        if (error instanceof PhoneProblem && error.status === 404 && copy) await drop(path);
        if (!(error instanceof NoAnswer) || !copy) throw error;
        return { value: copy.body as Value, at: copy.at, isOld: true };
      }
    },
    /** The server would answer otherwise by now: `revised` says how, or gives the same body back. */
    revise: async (revised: (copy: Pick<Copy, 'path' | 'body'>) => unknown): Promise<void> => {
      const revise = (copy: Copy): Copy => {
        const body = revised(copy);
        return body === copy.body ? copy : { ...copy, body, etag: null };
      };
      await copies.change((all) => all?.map(revise)).catch(() => {});
    },
    /** Of somebody who used this phone before nothing stays. */
    forget: async (): Promise<void> => void (await copies.change(() => null)),
  };
};

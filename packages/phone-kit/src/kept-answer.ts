import { type Answer, type Asked, NoAnswer, PhoneProblem } from './call-api.ts';
import { keptValue, type PhoneStorage } from './storage.ts';

/** A response of the app API, or the cached one without a connection. `at`: when it was received (ISO 8601, the phone's clock). */
export type Kept<Value> = { value: Value; at: string; isOld: boolean };

type Copy = { path: string; etag: string | null; body: unknown; at: string };

/** Maximum number of cached responses: a phone requests few audiences, and its storage is small. */
const KEPT_AT_MOST = 24;
/** Android stores larger entries but cannot read them again. */
const ENTRY_BYTES = 2_000_000;

/** Upper bound of the size as UTF-8. */
const bytesOf = (copy: Copy): number => {
  const text = JSON.stringify(copy);
  return text.length + 2 * (text.match(/[\u0080-\uFFFF]/g)?.length ?? 0);
};

/** Returns the first copy, and the following ones that fit into one entry. */
const fitting = (copies: readonly Copy[]): Copy[] => {
  let room = ENTRY_BYTES;
  return copies.filter((copy, at) => (room -= bytesOf(copy)) >= 0 || at === 0);
};

/** Reads with an ETag, and falls back to a cached copy without a connection (KIT-01). Throws `NoAnswer` without either. */
export const createKeptAnswers = (storage: PhoneStorage, now: () => Date) => {
  // An unreadable copy counts as missing and is requested again. Only an answer overwrites it, e.g. an entry that grew too large.
  const getItem: PhoneStorage['getItem'] = (key) => storage.getItem(key).catch(() => null);
  const copies = keptValue<Copy[]>(
    { getItem, setItem: (...item) => storage.setItem(...item), removeItem: (key) => storage.removeItem(key) },
    'endcap.copies',
  );
  /** Keeps fewer copies, or none, if the storage is full: a read must not fail because of its copy. */
  const keep = async (copy: Copy, most = KEPT_AT_MOST): Promise<void> => {
    try {
      await copies.change((before) => fitting([copy, ...(before ?? []).filter(({ path }) => path !== copy.path)].slice(0, most)));
    } catch {
      if (most > 1) await keep(copy, Math.floor(most / 2));
    }
  };
  /** Deletes the copy of a resource that no longer exists, or is not available to this phone. */
  const drop = async (path: string): Promise<void> =>
    void (await copies.change((all) => all?.filter((copy) => copy.path !== path)).catch(() => {}));
  return {
    /** Reads without caching, for requests that are hardly ever repeated. */
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
    /** Updates copies that the server would answer differently by now. `revised` returns the new body, or the same one to keep it. */
    revise: async (revised: (copy: Pick<Copy, 'path' | 'body'>) => unknown): Promise<void> => {
      const revise = (copy: Copy): Copy => {
        const body = revised(copy);
        return body === copy.body ? copy : { ...copy, body, etag: null };
      };
      await copies.change((all) => all?.map(revise)).catch(() => {});
    },
    /** Deletes all copies, so that nothing of a former user stays on the phone. */
    forget: async (): Promise<void> => void (await copies.change(() => null)),
  };
};

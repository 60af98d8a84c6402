import type { Person } from '@endcap/contract/session';
import { browserStorage, tabStorage } from './browser-storage.ts';
import { storedValue } from './stored.ts';

export type Session = { accessToken: string; idToken: string | null; expiresAt: number; person: Person };

const readSession = (value: Partial<Session> | null): Session | null => {
  const { accessToken, idToken = null, expiresAt = 0, person } = value ?? {};
  return accessToken && person?.id && expiresAt > Date.now() ? { accessToken, idToken, expiresAt, person } : null;
};

const OURS = 'endcap.';
const KEY = 'endcap.session';
/** Set in this browser while the last session was left by signing out. */
const LEFT_KEY = 'endcap.left';
/** Choices of the browser. Every other key of ours is the person's, and is removed when they sign out. */
const browserKeys: ReadonlySet<string> = new Set([LEFT_KEY, 'endcap.language', 'endcap.compact', 'endcap.firstSteps', 'endcap.approvals']);
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const clearStorage = (): void => {
  for (const key of browserStorage.keys()) if (key.startsWith(OURS) && !browserKeys.has(key)) browserStorage.remove(key);
  tabStorage.clear();
};

/** `survivesExpiry`: the same person finds the value again when they sign in after an expiry. `drop`: cleans up a value. */
type OwnOptions<T> = { survivesExpiry?: boolean; drop?: (value: T) => void };

/** Values in memory that belong to the person who is signed in. */
const ownedValues = () => {
  const owned: { survivesExpiry: boolean; forget: () => void }[] = [];
  return {
    /** A value that lives as long as the session. It is created on first read, and again for the next person. */
    own: <T>(make: () => T, { survivesExpiry = false, drop }: OwnOptions<T> = {}): (() => T) => {
      let made: { value: T } | null = null;
      const forget = (): void => {
        if (made) drop?.(made.value);
        made = null;
      };
      owned.push({ survivesExpiry, forget });
      return () => (made ??= { value: make() }).value;
    },
    forget: (isExpiry: boolean): void => {
      for (const { survivesExpiry, forget } of owned) if (!isExpiry || !survivesExpiry) forget();
    },
  };
};

/** The session of the person whom this page serves, and the values that the page and the browser store for them (decision 154). */
export const createSession = () => {
  const stored = storedValue(KEY, readSession);
  const left = storedValue<true>(LEFT_KEY, (value) => (value ? true : null));
  const { own, forget } = ownedValues();
  const clears = [clearStorage];
  const signedIn = (): string | undefined => stored.get()?.person.id;
  /** The person of this page. Another person's session is ignored until a reload has removed this person's values (AUTH-25, A24). */
  let whose = signedIn();
  const isOthers = (): boolean => whose !== undefined && (signedIn() ?? whose) !== whose;
  // True if a session ended without a sign-out, in this tab or another.
  let lost = (browserStorage.get(KEY) ?? null) !== null && stored.get() === null;
  /** The person whose values are in memory. An expiry does not change it. */
  let owner = whose;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const get = (): Session | null => (isOthers() ? null : stored.get());
  const end = (): void => stored.set(null);

  /** Ends the session at its expiry without waiting for a call or a reload (AUTH-13). */
  const watchExpiry = (): void => {
    clearTimeout(timer);
    const session = stored.get();
    if (session)
      timer = setTimeout(
        () => (session.expiresAt <= Date.now() ? end() : watchExpiry()),
        Math.min(LONGEST_TIMER_MS, session.expiresAt - Date.now()),
      );
  };
  stored.subscribe(() => {
    const person = signedIn();
    const wasHere = whose !== undefined;
    whose = person && (whose ?? person);
    lost = person === undefined && left.load() === null;
    watchExpiry();
    if (person === owner) return;
    if (!lost || wasHere) forget(lost);
    if (lost) return;
    if (person === undefined) for (const clear of clears) clear();
    owner = person;
  });
  watchExpiry();
  // Removes a stored value that is not a valid session (AUTH-12).
  if (!stored.get()) browserStorage.remove(KEY);

  return {
    get,
    /** True if another person has signed in since, in another tab of this browser. */
    isOthers,
    begin: (begun: Session): void => {
      left.set(null);
      whose = begun.person.id;
      stored.set(begun);
    },
    end,
    /** Ends the session after a refused call with this token, unless the session has another token by now (AUTH-14). */
    refused: (token: string | undefined): void => {
      if (isOthers()) return;
      const now = stored.load();
      if (now !== null && now.accessToken !== token) stored.reload();
      else end();
    },
    /** Marks the end of the session as a sign-out, so that all values of the person are removed (AUTH-17). */
    leave: (): void => left.set(true),
    /** True if the session ended without a sign-out. Drafts stay stored then, and the sign-in page shows it (D-53). */
    wasLost: (): boolean => lost,
    own,
    /** A value in local storage that belongs to the person until they sign out; null for anybody else. */
    stored: <T extends { person: string }>(key: string, read: (value: Partial<T> | null) => T | null) => {
      const value = storedValue(key, read);
      clears.push(() => value.set(null));
      return {
        get: (): T | null => {
          const current = value.get();
          return current?.person === get()?.person.id ? current : null;
        },
        set: value.set,
        subscribe: value.subscribe,
      };
    },
    subscribe: stored.subscribe,
  };
};

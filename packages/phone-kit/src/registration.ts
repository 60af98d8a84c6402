import type { ChangeDevice, ChangedDevice, Device, RegisterDevice } from '@endcap/contract/devices';
import { type CallApi, isUnknownPhone, NoAnswer, PhoneProblem } from './call-api.ts';
import { keptValue, type PhoneStorage } from './storage.ts';

/** Facts that an app passes on each start. The kit creates and stores the installation id. */
export type PhoneFacts = Omit<RegisterDevice, 'installId'>;
type Registered = {
  installId: string;
  secret: string;
  facts: PhoneFacts;
  /** True if it replaced a registration that the server no longer had, and `onRenewed` has not succeeded yet. */
  isRenewed?: true;
};

type KeptRegistration = ReturnType<typeof keptValue<Registered>>;

/** Reads the stored registration. A storage error means unavailable, not unregistered, so the call can be retried. */
const readKept = (kept: KeptRegistration): Promise<Registered | null> =>
  kept.read().catch((error: unknown) => {
    throw new NoAnswer(error);
  });

/** Facts that can be changed after registration. */
const tellable = ['push', 'appVersion', 'segments', 'userId'] as const;
/** Returns the facts that differ from the previous ones; null if none does. */
const newsOf = (facts: PhoneFacts, before: PhoneFacts): ChangeDevice | null => {
  const differing = tellable.filter((fact) => facts[fact] !== undefined && JSON.stringify(facts[fact]) !== JSON.stringify(before[fact]));
  return differing.length === 0 ? null : Object.fromEntries(differing.map((fact) => [fact, facts[fact]]));
};

/** Registers a new installation and stores its secret. Concurrent starts share one registration. */
const createRegister = (call: CallApi, kept: KeptRegistration, newId: () => string) => {
  let underWay: Promise<Registered> | null = null;
  const registerAs = async (installId: string, facts: PhoneFacts, isRenewed?: true): Promise<Registered> => {
    const { body } = await call('/devices', { method: 'POST', body: { ...facts, installId } });
    const secret = (body as { deviceSecret?: unknown } | null | undefined)?.deviceSecret;
    // The answer did not come from the app API, e.g. from a captive portal.
    if (typeof secret !== 'string') throw new NoAnswer('no secret');
    const registered: Registered = { installId, secret, facts, ...(isRenewed && { isRenewed }) };
    await kept.change(() => registered);
    return registered;
  };
  return {
    /** Uses a new id each time: a lost response leaves an installation whose secret is unknown. */
    register: (facts: PhoneFacts, isRenewed?: true): Promise<Registered> => {
      underWay ??= registerAs(newId(), facts, isRenewed).finally(() => (underWay = null));
      return underWay;
    },
    /** Resolves when no registration is in progress. */
    settled: async (): Promise<void> => void (await underWay?.catch(() => {})),
  };
};

/** Deletes a registration on the server, then on the phone. If the server cannot be reached, the phone keeps it. */
const createSignOff = (call: CallApi, kept: KeptRegistration, settled: () => Promise<void>) => {
  let underWay: Promise<void> = Promise.resolve();
  const signOff = async (): Promise<void> => {
    await settled();
    const registered = await readKept(kept);
    if (!registered) return;
    await call('/devices/me', { method: 'DELETE', secret: registered.secret }).catch((error: unknown) => {
      if (!isUnknownPhone(error)) throw error;
    });
    await kept.change(() => null);
  };
  return {
    forget: (): Promise<void> => {
      const ends = signOff();
      underWay = ends.catch(() => {});
      return ends;
    },
    /** Resolves when the sign-off has succeeded or failed. */
    decided: (): Promise<void> => underWay,
  };
};

type OnRenewed = (() => void | Promise<unknown>) | undefined;

/**
 * Calls the app back after a renewal, one call at a time, until a call succeeds. The mark is stored: a background handler that renewed the
 * registration may have no callback, and the app may be closed before its callback ends.
 */
const createRenewalNotice = (kept: KeptRegistration, onRenewed: OnRenewed) => {
  let underWay: Promise<void> | null = null;
  const notify = async (): Promise<void> => {
    const renewed = await kept.read();
    if (!onRenewed || !renewed?.isRenewed) return;
    await onRenewed();
    await kept.change((now) => {
      // Renewed again in the meantime.
      if (now?.secret !== renewed.secret) return undefined;
      const { isRenewed: _, ...told } = now;
      return told;
    });
  };
  return (): void => {
    underWay ??= notify()
      .catch(() => {})
      .finally(() => (underWay = null));
  };
};

type RegistrationOptions = { storage: PhoneStorage; newId: () => string; onRenewed: OnRenewed };

type Renewal = {
  kept: KeptRegistration;
  register: (facts: PhoneFacts, isRenewed: true) => Promise<Registered>;
  decided: () => Promise<void>;
};

/** Calls as this phone. If the server has lost the registration, repeats the call with a new one and calls `onRenewal`. */
const createCallAsPhone = (call: CallApi, { kept, register, decided }: Renewal, onRenewal: () => void): CallApi => {
  const required = async (): Promise<Registered> => {
    const registered = await readKept(kept);
    if (registered) return registered;
    throw new PhoneProblem(401, 'unauthenticated');
  };
  /**
   * Replaces a registration that the server no longer has (erased, or restored from a backup) by one without a customer, unless another
   * call has replaced it or the phone has signed off.
   */
  const renewed = async ({ secret }: Registered): Promise<Registered> => {
    await decided();
    const registered = await required();
    if (registered.secret !== secret) return registered;
    // Leave out the customer: the app passes it again on its next start. A call must not restore an erased customer.
    const { userId: _, segments: __, ...ofPhone } = registered.facts;
    return register(ofPhone, true);
  };
  return async (path, asked = {}) => {
    const registered = await required();
    try {
      return await call(path, { ...asked, secret: registered.secret });
    } catch (error) {
      if (!isUnknownPhone(error)) throw error;
      const { secret } = await renewed(registered);
      onRenewal();
      return call(path, { ...asked, secret });
    }
  };
};

/** The registration of this installation: created once, stored, and renewed if the server no longer has it. */
export const createRegistration = (call: CallApi, { storage, newId, onRenewed }: RegistrationOptions) => {
  const kept = keptValue<Registered>(storage, 'endcap.device');
  const noticeRenewal = createRenewalNotice(kept, onRenewed);
  const { register, settled } = createRegister(call, kept, newId);
  const { forget, decided } = createSignOff(call, kept, settled);
  const callAsPhone = createCallAsPhone(call, { kept, register, decided }, noticeRenewal);
  /** `droppedStoreIds`: stores that the patch names and that were deleted; older servers send none. */
  const change = async (patch: ChangeDevice): Promise<Device & Partial<ChangedDevice>> => {
    const { body } = await callAsPhone('/devices/me', { method: 'PATCH', body: patch });
    const { push, appVersion, segments, userId } = patch;
    const told = Object.fromEntries(Object.entries({ push, appVersion, segments, userId }).filter(([, value]) => value !== undefined));
    // The facts for a new registration.
    await kept.change((before) => before && { ...before, facts: { ...before.facts, ...told } });
    return body as Device & Partial<ChangedDevice>;
  };
  return {
    callAsPhone,
    change,
    /** Registers on the first start. Later starts send changed facts (e.g. version or push address); omitted ones stay. */
    start: async (facts: PhoneFacts): Promise<Device> => {
      const news = async (): Promise<ChangeDevice | null> => {
        const registered = await readKept(kept);
        return registered && newsOf(facts, registered.facts);
      };
      if (!(await readKept(kept))) await register(facts);
      const first = await news();
      const device = first ? await change(first) : ((await callAsPhone('/devices/me')).body as Device);
      // A call that renewed the registration left out user and segments, which this start may name.
      const left = await news();
      const whole = left ? await change(left) : device;
      noticeRenewal();
      return whole;
    },
    forget,
    isRegistered: async (): Promise<boolean> => (await readKept(kept)) !== null,
  };
};

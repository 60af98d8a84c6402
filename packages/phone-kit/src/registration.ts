import type { ChangeDevice, ChangedDevice, Device, RegisterDevice } from '@endcap/contract/devices';
import { type CallApi, isUnknownPhone, NoAnswer, PhoneProblem } from './call-api.ts';
import { keptValue, type PhoneStorage } from './storage.ts';

/** What an app says of itself when it starts; the kit makes and keeps the id of the installation. */
export type PhoneFacts = Omit<RegisterDevice, 'installId'>;
type Registered = {
  installId: string;
  secret: string;
  facts: PhoneFacts;
  /** It took the place of one that the server did not know any more, and the app was not told yet. */
  isRenewed?: true;
};

type KeptRegistration = ReturnType<typeof keptValue<Registered>>;

/** What is kept of it; a storage that does not answer holds it all the same, and may answer in a minute. */
const readKept = (kept: KeptRegistration): Promise<Registered | null> =>
  kept.read().catch((error: unknown) => {
    throw new NoAnswer(error);
  });

/** What can be told of a phone that is registered. */
const tellable = ['push', 'appVersion', 'segments', 'userId'] as const;
/** What of it is said otherwise than before; null when nothing is. */
const newsOf = (facts: PhoneFacts, before: PhoneFacts): ChangeDevice | null => {
  const differing = tellable.filter((fact) => facts[fact] !== undefined && JSON.stringify(facts[fact]) !== JSON.stringify(before[fact]));
  return differing.length === 0 ? null : Object.fromEntries(differing.map((fact) => [fact, facts[fact]]));
};

/** Registers a new installation and keeps its secret; starts at the same time are one registration. */
const createRegister = (call: CallApi, kept: KeptRegistration, newId: () => string) => {
  let underWay: Promise<Registered> | null = null;
  const registerAs = async (installId: string, facts: PhoneFacts, isRenewed?: true): Promise<Registered> => {
    const { body } = await call('/devices', { method: 'POST', body: { ...facts, installId } });
    const secret = (body as { deviceSecret?: unknown } | null | undefined)?.deviceSecret;
    // Whoever answered, it was not the app API.
    if (typeof secret !== 'string') throw new NoAnswer('no secret');
    const registered: Registered = { installId, secret, facts, ...(isRenewed && { isRenewed }) };
    await kept.change(() => registered);
    return registered;
  };
  return {
    /** An answer that was lost leaves an installation whose secret nobody has: another id is another installation. */
    register: (facts: PhoneFacts, isRenewed?: true): Promise<Registered> => {
      underWay ??= registerAs(newId(), facts, isRenewed).finally(() => (underWay = null));
      return underWay;
    },
    /** Ends when none is under way. */
    settled: async (): Promise<void> => void (await underWay?.catch(() => {})),
  };
};

/** Ends a registration: the server keeps nothing of this phone, nor does the phone; where it cannot be told, nothing is forgotten here either. */
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
    /** Ends when the phone is signed off, or not. */
    decided: (): Promise<void> => underWay,
  };
};

type OnRenewed = (() => void | Promise<unknown>) | undefined;

/**
 * Tells the app of a renewal, one call at a time, until a call succeeded. The mark is kept: a background handler that renewed the registration may have
 * no callback, and the app may be closed before its callback ends.
 */
const createRenewalNotice = (kept: KeptRegistration, onRenewed: OnRenewed) => {
  let underWay: Promise<void> | null = null;
  const notify = async (): Promise<void> => {
    const renewed = await kept.read();
    if (!onRenewed || !renewed?.isRenewed) return;
    await onRenewed();
    await kept.change((now) => {
      // Renewed once more meanwhile.
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

/** Calls as this phone; one whose registration the server does not know is repeated with another. `onRenewal`: that one is kept. */
const createCallAsPhone = (call: CallApi, { kept, register, decided }: Renewal, onRenewal: () => void): CallApi => {
  const required = async (): Promise<Registered> => {
    const registered = await readKept(kept);
    if (registered) return registered;
    throw new PhoneProblem(401, 'unauthenticated');
  };
  /** One that the server does not know any more (erased, restored from a copy), registered anew as nobody's, unless another call did so or the phone signs off. */
  const renewed = async ({ secret }: Registered): Promise<Registered> => {
    await decided();
    const registered = await required();
    if (registered.secret !== secret) return registered;
    // Whose it is, the app says again when it starts: an erased customer does not come back by a call.
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

/** The registration of this installation: made once, kept, made anew when the server does not know it any more. */
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
    // What a registration made anew would say.
    await kept.change((before) => before && { ...before, facts: { ...before.facts, ...told } });
    return body as Device & Partial<ChangedDevice>;
  };
  return {
    callAsPhone,
    change,
    /** Registers at the first start, tells later ones what differs from then (a new version, another push address); what is not said stays. */
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

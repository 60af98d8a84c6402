import { Problem } from '@endcap/contract/core';
import type { Handle } from './platform/http/handle.ts';

/** A signed-in person of the chain. Administrators belong to no store. */
export type Staff = {
  kind: 'staff';
  id: string;
  name: string;
  isAdmin: boolean;
  storeId: string | null;
  /** Hash of the token's signed part; empty for the owner of a ticket, who sends no token. */
  tokenHash: Buffer;
  tokenExpiresAt: Date;
};

/** Callers of the staff API, which never include the device actor. */
export type StaffActors = { anyone: null; staff: Staff; admin: Staff; device: never; service: { kind: 'service'; id: string } };
export type AdminHandle = Handle<StaffActors>;

/** A phone, identified by its own secret. */
export type DeviceActor = { kind: 'device'; id: string; seq: number };
/** Callers of the app API. */
export type PhoneActors = { anyone: null; staff: never; admin: never; device: DeviceActor; service: never };
export type AppHandle = Handle<PhoneActors>;

/** Refuses a kind of caller that an API does not have. */
export const refuseActor = async (): Promise<never> => {
  throw new Problem('forbidden');
};

import { Problem } from '@endcap/contract/core';
import { appContentRoutes } from '@endcap/contract/content';
import { deviceRoutes } from '@endcap/contract/devices';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceActor } from '../../callers.ts';
import { createAddressLimit, createLimit, refuseUntil } from '../../platform/http/rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WRONG_TESTER_CODES = 10;

type Identify = (request: FastifyRequest) => Promise<DeviceActor>;
type Deps = {
  now: () => Date;
  identify: Identify;
  /**
   * Most per minute: calls of a device or an address, registrations of an address and of all, feed requests and unknown secrets of an
   * address.
   */
  most: { calls: number; registrations: number; registrationsOfAll: number; questions: number; unknownSecrets: number };
};

/** Identifies the caller once per request. */
const onceARequest = (ask: Identify): Identify => {
  const identified = new WeakMap<FastifyRequest, Promise<DeviceActor>>();
  return (request) => {
    const device = identified.get(request) ?? ask(request);
    identified.set(request, device);
    return device;
  };
};
const isUnknown = (error: unknown): boolean => error instanceof Problem && error.code === 'unauthenticated';

type Call = { actor: DeviceActor; request: FastifyRequest; reply: FastifyReply };
/**
 * Creates a rate-limited check of tester codes. A device and an address may each enter ten wrong codes an hour. A code that has to be
 * looked up counts as wrong until the result is there, so that concurrent guesses get no extra attempts.
 */
const createGuess = (now: () => Date) => {
  const rate = { max: WRONG_TESTER_CODES, windowMs: HOUR_MS, now };
  const ofDevices = createLimit(rate);
  const ofAddresses = createAddressLimit(rate);
  return async ({ actor, request, reply }: Call, isRight: () => true | Promise<boolean>): Promise<boolean> => {
    refuseUntil(ofDevices.usedUp(actor.id) ?? ofAddresses.usedUp(request), reply);
    const result = isRight();
    if (result === true) return true;
    const borrowed = [ofDevices.borrow(actor.id), ofAddresses.borrow(request)];
    let isWrong = false;
    try {
      isWrong = !(await result);
      return !isWrong;
    } finally {
      if (!isWrong) for (const giveBack of borrowed) giveBack();
    }
  };
};

/** Rate limits of phones (D-14): an identified device is counted as such everywhere, every other caller by address. */
export const createPhoneLimits = ({ now, identify: ask, most }: Deps) => {
  const perMinute = (max: number) => ({ max, windowMs: MINUTE_MS, now });
  const callsOfDevices = createLimit(perMinute(most.calls));
  const calls = createAddressLimit(perMinute(most.calls));
  const registrations = createAddressLimit(perMinute(most.registrations));
  const registrationsOfAll = createLimit(perMinute(most.registrationsOfAll));
  const questions = createAddressLimit(perMinute(most.questions));
  const unknownSecrets = createAddressLimit(perMinute(most.unknownSecrets));
  const identify = onceARequest(ask);

  const deviceOf = async (request: FastifyRequest, reply: FastifyReply): Promise<DeviceActor | null> => {
    if (request.headers.authorization === undefined) return null;
    try {
      return await identify(request);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      refuseUntil(unknownSecrets.take(request), reply);
      return null;
    }
  };

  const registered = (request: FastifyRequest): number | null => registrations.take(request) ?? registrationsOfAll.take('');
  const anonymous: Record<string, (request: FastifyRequest) => number | null> = {
    [deviceRoutes.register.path]: registered,
    // The response cache answers repeated requests before Fastify (decision 0014), so only new ones count here.
    [appContentRoutes.feed.path]: questions.take,
    [appContentRoutes.item.path]: questions.take,
  };

  const countedAsDevices = new WeakSet<FastifyRequest>();

  return {
    identify,
    /** Counts a request before its body is read and before its route identifies the caller. */
    count: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const device = await deviceOf(request, reply);
      if (device) countedAsDevices.add(request);
      const take = anonymous[request.routeOptions.url ?? ''] ?? calls.take;
      refuseUntil(device ? callsOfDevices.take(device.id) : take(request), reply);
    },
    /** Call before a phone is added: a caller with a secret has the same limits for registrations as one without. */
    addPhone: (request: FastifyRequest, reply: FastifyReply): void => {
      if (countedAsDevices.has(request)) refuseUntil(registered(request), reply);
    },
    guess: createGuess(now),
  };
};
export type PhoneLimits = ReturnType<typeof createPhoneLimits>;

import { randomUUID } from 'node:crypto';
import { STORE_HEADER } from '@endcap/contract/core';
import { aNotification } from '../../apps/server/test/builders.ts';
import type { DeliveryWorld } from '../test/delivery-world.ts';
import type { Ask, Flow } from '../test/keep-calling.ts';

type At = { app: string; admin: string };
const editor = '/api/v1/notification-editor';
const idIn = (body: unknown): string => (body as { _id: string })._id;

const staffOf = async ({ admin }: At, world: DeliveryWorld) => {
  const headers = { authorization: `Bearer ${await world.tokenOf('admin')}` };
  const read =
    (path: string): Flow =>
    (ask) =>
      ask({ method: 'GET', url: `${admin}${path}`, headers });
  const saves = async (ask: Ask): Promise<void> => {
    const group = '/api/v1/store-group';
    const made = await ask({ method: 'POST', url: `${admin}${group}`, headers, body: { name: randomUUID(), includeStores: ['store1'] } });
    const url = `${admin}${group}/${idIn(made.body)}`;
    const read = await ask({ method: 'GET', url, headers });
    await ask({ method: 'PATCH', url, headers: { ...headers, 'if-match': read.tag ?? '' }, body: { name: randomUUID() } });
  };
  const sendsTest = async (ask: Ask): Promise<void> => {
    const body = aNotification({ isTest: true, title: 'Test' });
    const sent = await ask({ method: 'POST', url: `${admin}${editor}`, headers, body });
    await ask({ method: 'GET', url: `${admin}${editor}/${idIn(sent.body)}`, headers });
  };
  const lists = ['content-editor', 'notification-editor', 'store-editor', 'store-group', 'knowledge-editor'];
  return {
    flows: [...lists.map((name) => read(`/api/v1/${name}/list`)), read(`${editor}/check-can-send`), saves, sendsTest],
    /** A send to everyone, or to a store's phones. */
    send: async (ask: Ask, store?: string): Promise<string> => {
      const sent = await ask({
        method: 'POST',
        url: `${admin}${editor}`,
        headers: { ...headers, 'idempotency-key': randomUUID(), ...(store && { [STORE_HEADER]: store }) },
        body: aNotification({ includeStoreType: 'all' }),
      });
      return idIn(sent.body);
    },
  };
};

const phonesOf = ({ app }: At, devices: number, over: readonly string[]): Flow[] => {
  let sequence = 0;
  const url = `${app}/app/v1`;
  /** One of the phones that were there before. */
  const someone = (): { authorization: string } => ({ authorization: `Bearer s${1 + ((sequence += 1) % devices)}` });
  const reads = async (ask: Ask): Promise<void> => {
    const headers = someone();
    const { body } = await ask({ method: 'GET', url: `${url}/notifications`, headers });
    // Of what is still being sent an inbox may show what a stopping worker gives back.
    for (const { _id } of (body as { items: { _id: string }[] }).items.filter(({ _id }) => over.includes(_id)).slice(0, 1)) {
      await ask({ method: 'POST', url: `${url}/notifications/${_id}/delivered`, headers });
      await ask({ method: 'POST', url: `${url}/notifications/${_id}/opened`, headers });
    }
  };
  const arrives = async (ask: Ask): Promise<void> => {
    const device = { installId: randomUUID(), platform: 'ios', appVersion: '3.4.0', segments: ['new'] };
    const { body } = await ask({ method: 'POST', url: `${url}/devices`, body: device });
    const headers = { authorization: `Bearer ${(body as { deviceSecret: string }).deviceSecret}` };
    await ask({ method: 'PATCH', url: `${url}/devices/me`, headers, body: { mainStoreId: 'store1', notificationStoreIds: ['store2'] } });
    await ask({ method: 'GET', url: `${url}/devices/me`, headers });
  };
  return [
    reads,
    arrives,
    // No two are the same, so that none is nginx's own answer.
    (ask) => ask({ method: 'GET', url: `${url}/content?appVersion=3.4.${(sequence += 1)}` }),
    (ask) => ask({ method: 'GET', url: `${url}/popups?appVersion=3.4.${(sequence += 1)}` }),
    (ask) => ask({ method: 'GET', url: `${url}/settings`, headers: someone() }),
    (ask) => ask({ method: 'GET', url: `${url}/stores?limit=5` }),
  ];
};

/** Calls of staff and phones on a day, to both APIs: lists, saves, tests, receipts, the feed, the inbox and openings. */
export const callsOfADay = async (at: At, world: DeliveryWorld, devices: number) => {
  const { flows, send } = await staffOf(at, world);
  const over: string[] = [];
  return {
    flows: [...flows, ...phonesOf(at, devices, over)],
    send,
    /** Sends that phones have got; they say so. */
    over,
  };
};

import type { Db } from '../../tables.ts';
import { readAddresses } from './chunk.repository.ts';
import { byteOf } from './outcome.ts';
import { noteOutcomes, type Sent, type Wave } from './outcomes-of-wave.ts';
import type { PushGateway } from './push-gateway.ts';

type Send = ReturnType<PushGateway['prepare']>;

/** What the adapter throws is a defect of ours and belongs to the one device. */
const sendOne = (send: Send, sent: Omit<Sent, 'outcome'>): Promise<Sent> => {
  try {
    return send(sent.address).then(
      (outcome): Sent => ({ ...sent, outcome }),
      (error: unknown): Sent => ({ ...sent, outcome: { is: 'broken', error } }),
    );
  } catch (error) {
    return Promise.resolve({ ...sent, outcome: { is: 'broken', error } });
  }
};

/** Sends to the given places of a chunk at once, each to the address that its device has now, and writes the outcomes into `bytes`. */
export const sendWave = async (
  db: Db,
  devices: readonly number[],
  bytes: Uint8Array,
  places: readonly number[],
  send: Send,
): Promise<Wave> => {
  const deviceAt = (place: number): number => devices[place] ?? 0;
  const addresses = await readAddresses(db, places.map(deviceAt));
  const sent = places.flatMap((place) => {
    const seq = deviceAt(place);
    const address = addresses.get(seq);
    if (!address) bytes[place] = byteOf('switchedOff');
    return address ? [sendOne(send, { place, seq, address })] : [];
  });
  return noteOutcomes(bytes, await Promise.all(sent));
};

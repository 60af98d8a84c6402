import type { Db } from '../../../tables.ts';
import { readAddresses } from './chunk.repository.ts';
import { byteOf } from '../outcome.ts';
import { noteOutcomes, type Target, type Wave } from './outcomes-of-wave.ts';
import type { PushAddress, PushOutcome, Send } from '../push-gateway.ts';

const attempt = (send: Send, address: PushAddress): Promise<PushOutcome> => {
  try {
    return send(address);
  } catch (error) {
    return Promise.reject(error);
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
  const addresses = await readAddresses(
    db,
    places.map((place) => devices[place] ?? 0),
  );
  const targets: Target[] = [];
  for (const place of places) {
    const seq = devices[place] ?? 0;
    const address = addresses.get(seq);
    if (address) targets.push({ place, seq, address });
    else bytes[place] = byteOf('switchedOff');
  }
  return noteOutcomes(bytes, targets, await Promise.allSettled(targets.map(({ address }) => attempt(send, address))));
};

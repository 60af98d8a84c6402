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

/** Sends in parallel to the devices at the given indexes of a chunk, at their current addresses. Writes the outcomes into `bytes`. */
export const sendWave = async (
  db: Db,
  devices: readonly number[],
  bytes: Uint8Array,
  indexes: readonly number[],
  send: Send,
): Promise<Wave> => {
  const addresses = await readAddresses(
    db,
    indexes.map((index) => devices[index] ?? 0),
  );
  const targets: Target[] = [];
  for (const index of indexes) {
    const seq = devices[index] ?? 0;
    const address = addresses.get(seq);
    if (address) targets.push({ index, seq, address });
    else bytes[index] = byteOf('switchedOff');
  }
  return noteOutcomes(bytes, targets, await Promise.allSettled(targets.map(({ address }) => attempt(send, address))));
};

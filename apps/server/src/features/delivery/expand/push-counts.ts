import { ACCEPTED } from '../outcome.ts';

/** Number of pushes each phone got, in two bytes per phone of the database. */
export const createPushCounts = () => {
  /** By the number of a device. */
  let counts = new Uint16Array(0);

  const makeRoom = (highest: number): void => {
    if (highest < counts.length) return;
    const larger = new Uint16Array(Math.max(highest + 1, Math.ceil(counts.length * 1.2)));
    larger.set(counts);
    counts = larger;
  };

  return {
    /**
     * Adds `step` to the count of each phone of a chunk that got its send. Returns how many got it. Phones that were erased since (0) are
     * included, so that an erasure does not change the result.
     */
    apply: (devices: readonly number[], outcomes: Buffer, step: 1 | -1): number => {
      makeRoom(devices.reduce((highest, seq) => Math.max(highest, seq), 0));
      let accepted = 0;
      for (const [index, seq] of devices.entries()) {
        if (outcomes[index] !== ACCEPTED) continue;
        accepted += 1;
        if (seq > 0) counts[seq] = Math.max(0, (counts[seq] ?? 0) + step);
      }
      return accepted;
    },
    /** Returns a lookup of the pushes of a phone. It still returns the same counts after `clear()`. */
    read: (): ((seq: number) => number) => {
      const all = counts;
      return (seq) => all[seq] ?? 0;
    },
    clear: (): void => {
      counts = new Uint16Array(0);
    },
  };
};

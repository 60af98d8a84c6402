import type { Db } from '../../tables.ts';
import { faultOf, type SealFault, sealsOf } from './judge-seals.repository.ts';
import { type Chain, chainAfter, insertedAmong, sealNumbersOf } from './sealed-change.repository.ts';

/** The state of a change in the hash chain. `seal` is the number of the seal that covers it. */
type Proof = { seal: number | null; sealState: 'sealed' | 'open' | 'altered' | 'inserted' };
type ProvingSeal = { no: number; hash: string; at: Date; changes: number; fault: SealFault | null };
type Proofs = { proofOf: (seq: number) => Proof; seals: ProvingSeal[]; chain: Chain | null };

/**
 * Verifies the seals that cover changes, with all that they cover (PREV-08). Also returns the faulty seals of changes written between two
 * instants, because only a seal shows that a change was removed. Call it in a transaction with one snapshot. The number of queries does not
 * depend on the number of changes.
 */
export const proveChanges = async (db: Db, seqs: readonly number[], window: { from: Date; until: Date }): Promise<Proofs> => {
  const sealOf = await sealNumbersOf(db, seqs);
  const covering = new Set(sealOf.values());
  const seals = await sealsOf(db, [...covering], window);
  const inserted = await insertedAmong(
    db,
    seqs.filter((seq) => !sealOf.has(seq)),
  );
  const altered = new Set(seals.flatMap((seal) => seal.altered));
  for (const seal of seals) for (const seq of seal.inserted) inserted.add(seq);
  const provingSeals = seals
    .map((seal) => ({ no: seal.no, hash: seal.hash, at: seal.at, changes: seal.changes, fault: faultOf(seal) }))
    .filter(({ no, fault }) => covering.has(no) || fault !== null);
  const first = seals[0]?.no ?? 0;
  return {
    proofOf: (seq) => {
      const seal = sealOf.get(seq) ?? null;
      if (altered.has(seq)) return { seal, sealState: 'altered' };
      if (inserted.has(seq)) return { seal, sealState: 'inserted' };
      return { seal, sealState: seal === null ? 'open' : 'sealed' };
    },
    seals: provingSeals,
    chain: await chainAfter(db, first),
  };
};

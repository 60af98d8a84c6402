import type { Db } from '../../tables.ts';
import { faultOf, type SealFault, sealsOf } from './judge-seals.repository.ts';
import { type Chain, chainAfter, insertedAmong, sealNumbersOf } from './sealed-change.repository.ts';

/** How a change stands to the seals; `seal` is the number of the one that covers it. */
type Proof = { seal: number | null; sealState: 'sealed' | 'open' | 'altered' | 'inserted' };
type ProvingSeal = { no: number; hash: string; at: Date; changes: number; fault: SealFault | null };
type Proofs = { proofOf: (seq: number) => Proof; seals: ProvingSeal[]; chain: Chain | null };

/**
 * PREV-08: the seals that cover changes, each looked at with all that it covers, and every seal of what was written between two instants that
 * does not hold: what was removed there is told by nothing else. In a transaction that sees one state; as many questions however many changes.
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
  const told = seals
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
    seals: told,
    chain: await chainAfter(db, first),
  };
};

import type { Evidence } from '@endcap/contract/preview';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { evidenceMessages } from './evidence.messages.ts';
import classes from './evidence.module.css';
import { FirstOfMany } from './first-of-many.tsx';

/** Seals that are shown at once. */
const SEALS = 8;

type Seal = Evidence['seals'][number];

/** Returns true if any reported entry, or any entry written between the two instants, fails the check of the hash chain. */
export const isBroken = ({ seals, chain, changes, origins }: Evidence): boolean =>
  seals.some(({ fault }) => fault !== null) ||
  (chain?.brokenAt ?? null) !== null ||
  [...changes, ...origins].some(({ sealState }) => sealState === 'altered' || sealState === 'inserted');

const useFaultWord = () => {
  const { seal, ...ofChange } = useMessages(evidenceMessages).faults;
  return ({ what, change }: NonNullable<Seal['fault']>): string =>
    what === 'seal' ? seal : withOther(ofChange, what, ofChange.other)(change ?? '');
};

/** Sorts broken seals first, then by newest. */
const inOrder = (seals: readonly Seal[]): Seal[] =>
  seals.toSorted((one, other) => Number(other.fault !== null) - Number(one.fault !== null) || other.no - one.no);

/** The seals that cover the reported changes, and whether they are intact. */
export const Seals = ({ evidence }: { evidence: Evidence }) => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const faultWord = useFaultWord();
  const { seals, chain } = evidence;
  const open = [...evidence.changes, ...evidence.origins].filter(({ sealState }) => sealState === 'open').length;
  return (
    <>
      <p className={classes.small}>
        {[
          words.sealsText,
          seals.length === 0 ? words.noSeals : !isBroken(evidence) && words.allHold(seals.length, format.number(seals.length)),
          open > 0 && words.open(open, format.number(open)),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {chain && chain.brokenAt !== null && <p className={classes.wrong}>{words.chainBroken(format.number(chain.brokenAt))}</p>}
      {seals.length > 0 && (
        <FirstOfMany
          items={inOrder(seals)}
          first={SEALS}
          label={(others) => words.moreSeals(format.number(others))}
          left={(others) => words.sealsLeft(format.number(others))}
        >
          {(shown) => (
            <table className={classes.seals}>
              <thead>
                <tr>
                  <th scope="col">{words.number}</th>
                  <th scope="col">{words.sealedAt}</th>
                  <th scope="col">{words.covers}</th>
                  <th scope="col">{words.hash}</th>
                  <th scope="col">{words.state}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ no, at, changes, hash, fault }) => (
                  <tr key={no} data-broken={fault !== null || undefined}>
                    <th scope="row">{format.number(no)}</th>
                    <td data-label={words.sealedAt}>
                      <time dateTime={at} translate="no">
                        {format.minute(at)}
                      </time>
                    </td>
                    <td data-label={words.covers}>{format.number(changes)}</td>
                    <td data-label={words.hash}>
                      <code translate="no">{hash}</code>
                    </td>
                    <td data-label={words.state}>
                      {fault === null ? words.holds : <strong className={classes.wrong}>{faultWord(fault)}</strong>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </FirstOfMany>
      )}
    </>
  );
};

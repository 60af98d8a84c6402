import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Light modules on each side: four are what readers ask for. */
const QUIET = 4;

/** Each run of black modules of a row as a rectangle of the path. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .map((row, y) =>
      [
        ...row
          .map((black) => (black ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ]
        .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join(''),
    )
    .join('');

/** A text as a QR code for a camera; the library draws nothing itself, so that no style of its own gets into the page. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  return (
    <svg role="img" aria-label={label} className={classes.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
};

import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Width of the quiet zone in modules, as the standard requires. */
const QUIET_ZONE = 4;

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

/** Renders a text as a QR code. The library only encodes it, so that it adds no styles to the page. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg role="img" aria-label={label} className={classes.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
};

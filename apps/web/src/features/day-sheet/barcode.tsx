import type { Barcode as BarcodeOf } from '@endcap/contract/day-sheet';
import JsBarcode from 'jsbarcode';
import classes from './day-sheet.module.css';

const HEIGHT = 40;
/** White on both sides, in modules: the widest that any of the formats asks for. */
const QUIET = 11;

type Encoded = { encodings?: readonly { data: string }[] };
/** The bars of a code, one sign for each module; the library draws nothing itself, so that no style of its own gets into the page. */
const modulesOf = ({ format, text }: BarcodeOf): string => {
  const into: Encoded = {};
  JsBarcode(into, text, { format, flat: true });
  return (into.encodings ?? []).map(({ data }) => data).join('');
};

/** Each run of black modules as a rectangle of the path. */
const pathOf = (modules: string): string =>
  [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => `M${QUIET + index} 0h${bar.length}v${HEIGHT}h-${bar.length}z`).join('');

/** SHEET-02: a barcode that a scanner reads from paper and from the screen: black on white in every scheme. */
export const Barcode = ({ code, label }: { code: BarcodeOf; label: string }) => {
  const modules = modulesOf(code);
  const width = modules.length + 2 * QUIET;
  return (
    <span className={classes.barcode}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        style={{ ['--modules' as string]: width }}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path d={pathOf(modules)} fill="#000" />
      </svg>
      <code translate="no">{code.text}</code>
    </span>
  );
};

import type { Barcode as BarcodeOf } from '@endcap/contract/day-sheet';
import JsBarcode from 'jsbarcode';
import classes from './day-sheet.module.css';

const HEIGHT = 40;
/** Quiet zone on both sides, in modules: the widest that any of the formats requires. */
const QUIET = 11;

type Encoded = { encodings?: readonly { data: string }[] };
/** Returns the modules of a code, one character each. The library draws nothing, so that it adds no styles to the page. */
const modulesOf = ({ format, text }: BarcodeOf): string => {
  const into: Encoded = {};
  JsBarcode(into, text, { format, flat: true });
  return (into.encodings ?? []).map(({ data }) => data).join('');
};

/** Returns a path with a rectangle for each run of black modules. */
const pathOf = (modules: string): string =>
  [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => `M${QUIET + index} 0h${bar.length}v${HEIGHT}h-${bar.length}z`).join('');

/** A barcode that scanners read from paper and screen: black on white in every colour scheme (SHEET-02). */
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

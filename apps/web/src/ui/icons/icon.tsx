import type { FC, SVGProps } from 'react';

type Sized = Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number };
export type Icon = FC<Sized & { stroke?: number }>;

const sized = (size: number) => ({ xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24', width: size, height: size });

/** An icon that is drawn with lines, on a field of 24 by 24. */
export const outlined = (...paths: readonly string[]): Icon =>
  function OutlinedIcon({ size = 24, stroke = 2, ...rest }) {
    return (
      <svg {...sized(size)} fill="none" stroke="currentColor" strokeWidth={stroke} strokeLinecap="round" strokeLinejoin="round" {...rest}>
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
    );
  };

/** An icon that is an area. */
export const filled = (path: string): FC<Sized> =>
  function FilledIcon({ size = 24, ...rest }) {
    return (
      <svg {...sized(size)} fill="currentColor" stroke="none" {...rest}>
        <path d={path} />
      </svg>
    );
  };

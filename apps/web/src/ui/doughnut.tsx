import classes from './doughnut.module.css';

export type Slice = { label: string; value: number; color: string };

const RADIUS = 54;
const ROUND = 2 * Math.PI * RADIUS;
const GAP = 2;

/** Doughnut chart with the main figure in the middle. `label` describes the chart to screen readers. */
export const Doughnut = ({
  slices,
  middle,
  caption,
  of,
  label,
}: {
  slices: readonly Slice[];
  middle: string;
  caption: string;
  /** The whole that the figure is a part of. */
  of: string;
  label: string;
}) => {
  const whole = slices.reduce((sum, slice) => sum + slice.value, 0);
  const shown = slices.filter((slice) => slice.value > 0);
  return (
    <figure className={classes.figure}>
      <svg viewBox="0 0 140 140" role="img" aria-label={label}>
        <circle className={classes.track} cx="70" cy="70" r={RADIUS} />
        {shown.map((slice, at) => {
          const length = (slice.value / whole) * ROUND;
          const offset = (shown.slice(0, at).reduce((sum, before) => sum + before.value, 0) / whole) * ROUND;
          const visible = shown.length > 1 ? Math.max(1, length - GAP) : length;
          return (
            <circle
              key={slice.label}
              className={classes.slice}
              cx="70"
              cy="70"
              r={RADIUS}
              stroke={slice.color}
              strokeDasharray={`${visible} ${ROUND - visible}`}
              strokeDashoffset={-offset}
            />
          );
        })}
      </svg>
      <figcaption className={classes.middle}>
        <strong translate="no">{middle}</strong>
        <span>{caption}</span>
        <span key={of}>{of}</span>
      </figcaption>
    </figure>
  );
};

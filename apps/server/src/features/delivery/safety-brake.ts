/** Answers of a wave that the brake looks at. */
export type WaveAnswers = { sent: number; accepted: number; dead: number; refused: number };
export type BrakeVerdict = 'go' | 'stop' | 'pause';

/** So many sends have to go well before a fan-out may use more than one lane. */
export const CANARY_SENDS = 200;
const WINDOW_SENDS = 1_000;
const DEAD_SHARE = 0.3;
const REFUSED_SHARE = 0.05;

/**
 * Watches one fan-out in this process. Payload or credential errors above 5 % of the last 1,000 stop it, and so does one
 * when nothing was accepted; dead addresses above 30 % of 1,000 pause it. One bad payload or one wrong project id must
 * never empty the device base.
 */
export const createSafetyBrake = () => {
  let waves: WaveAnswers[] = [];
  return (wave: WaveAnswers): BrakeVerdict => {
    waves.push(wave);
    const sum = (of: keyof WaveAnswers): number => waves.reduce((total, one) => total + one[of], 0);
    while (waves.length > 1 && sum('sent') > WINDOW_SENDS) waves = waves.slice(1);
    const refused = sum('refused');
    if (refused > 0 && (sum('accepted') === 0 || refused > Math.max(1, sum('sent') * REFUSED_SHARE))) return 'stop';
    return sum('dead') > WINDOW_SENDS * DEAD_SHARE ? 'pause' : 'go';
  };
};

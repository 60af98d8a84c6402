/** Counts of the answers of a wave, each from another address. */
export type WaveAnswers = { sent: number; accepted: number; dead: number; refused: number };
/** The suspicion against a wave: our key or message (`refusals`), or the push service's answers about dead addresses (`deaths`). */
export type Suspicion = 'refusals' | 'deaths';

const WINDOW_SENDS = 1_000;
/** More dead addresses than this in a window are suspect. */
const DEAD_OF_WINDOW = 300;
const REFUSED_SHARE = 0.3;

/**
 * Watches one fan-out in this process. Bad addresses come in clusters, so a bad wave alone proves nothing: a dry run with a sample of
 * the phones that were already reached decides. Refusals are suspect above 30 % of a wave's accepted and refused messages, dead addresses
 * above 300 of the last 1,000.
 */
export const createSafetyBrake = () => {
  let waves: WaveAnswers[] = [];
  return (wave: WaveAnswers): Suspicion | null => {
    waves.push(wave);
    const sum = (of: keyof WaveAnswers): number => waves.reduce((total, one) => total + one[of], 0);
    while (waves.length > 1 && sum('sent') > WINDOW_SENDS) waves = waves.slice(1);
    if (wave.refused > (wave.accepted + wave.refused) * REFUSED_SHARE) return 'refusals';
    if (sum('dead') <= DEAD_OF_WINDOW) return null;
    waves = [];
    return 'deaths';
  };
};

const MAX_BRAKES = 1_000;

/** Caches the safety brakes of the fan-outs that this process works on, and evicts the least recently used. */
export const createSafetyBrakes = () => {
  const brakes = new Map<string, ReturnType<typeof createSafetyBrake>>();
  return (notificationId: string): ReturnType<typeof createSafetyBrake> => {
    const brake = brakes.get(notificationId) ?? createSafetyBrake();
    brakes.delete(notificationId);
    brakes.set(notificationId, brake);
    const [leastRecent] = brakes.keys();
    if (brakes.size > MAX_BRAKES && leastRecent) brakes.delete(leastRecent);
    return brake;
  };
};

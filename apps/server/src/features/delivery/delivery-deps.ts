import type { Database } from '../../tables.ts';
import type { CausesOfSends } from './causes-of-sends.ts';
import type { Endings } from './endings.ts';
import type { Wave } from './outcomes-of-wave.ts';
import type { Pace } from './pace.ts';
import type { PushGateway } from './push-gateway.ts';
import type { Doubt, WaveAnswers } from './safety-brake.ts';
import type { Written } from './worker-beat.repository.ts';

export type DeliveryDeps = {
  db: Database;
  endings: Endings;
  push: PushGateway;
  pace: Pace;
  appUrl: string;
  leaseSeconds: number;
  /** Whether the time of this process may be so wrong that nothing may be sent: messages have a lifetime, credentials a date. */
  isTimeUncertain: () => boolean;
  /** Aborted when the process is to stop: the wave under way is finished, the chunk given back. */
  stopping: AbortSignal;
  /** Called when the database did not take a checkpoint in time. */
  troubled: () => void;
  /** The safety brake of a fan-out in this process. */
  brake: (notificationId: string) => (wave: WaveAnswers) => Doubt | null;
  /** Which requests sends are done for; nobody's by default. */
  causes?: CausesOfSends;
  /** Called with what the database has acknowledged. */
  wrote: (written: Written) => void;
  /** Called with what became of each wave. */
  sent?: (wave: Wave, notificationId: string) => void;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
};

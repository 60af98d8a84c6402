import type { Database } from '../../tables.ts';
import type { CausesOfSends } from './report/causes-of-sends.ts';
import type { Endings } from './endings.ts';
import type { Wave } from './chunk/outcomes-of-wave.ts';
import type { Pace } from './chunk/pace.ts';
import type { PushGateway } from './push-gateway.ts';
import type { Suspicion, WaveAnswers } from './chunk/safety-brake.ts';
import type { AcknowledgedWrite } from './recover/heartbeat.repository.ts';

export type DeliveryDeps = {
  db: Database;
  endings: Endings;
  push: PushGateway;
  pace: Pace;
  appUrl: string;
  leaseSeconds: number;
  /** True if the clock of this process may be too wrong to send. Messages have a lifetime, and credentials have a timestamp. */
  isTimeUncertain: () => boolean;
  /** Aborted when the process stops. The wave in flight is finished and the chunk released. */
  stopping: AbortSignal;
  /** Called when the database did not take a checkpoint in time. */
  troubled: () => void;
  /** The safety brake of a fan-out in this process. */
  brake: (notificationId: string) => (wave: WaveAnswers) => Suspicion | null;
  /** The requests that caused the sends; none by default. */
  causes?: CausesOfSends;
  /** Called with what the database has acknowledged. */
  noteWrite: (written: AcknowledgedWrite) => void;
  /** Called with the result of each wave. */
  sent?: (wave: Wave, notificationId: string) => void;
  alarm: (message: string, facts?: Record<string, unknown>) => void;
};

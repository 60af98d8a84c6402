export { openFcmGateway } from './fcm/fcm-gateway.ts';
export { followServiceAccount, readServiceAccount, signAssertion } from './fcm/service-account.ts';
export { WORK_CHANNEL } from './accept/call-workers.repository.ts';
export { causesOfSends } from './report/causes-of-sends.ts';
export type { Wave } from './chunk/outcomes-of-wave.ts';
export type { PushGateway } from './push-gateway.ts';
export { runWorker, type Worker, type WorkerDeps } from './run-worker.ts';

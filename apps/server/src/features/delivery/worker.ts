export { openFcmGateway } from './fcm/fcm-gateway.ts';
export { readServiceAccount, signAssertion } from './fcm/service-account.ts';
export { WORK_CHANNEL } from './fan-out.repository.ts';
export type { PushGateway } from './push-gateway.ts';
export { runWorker, type WorkerDeps } from './run-worker.ts';

export { openFcmGateway } from './fcm/fcm-gateway.ts';
export { readServiceAccount, signAssertion } from './fcm/service-account.ts';
export { listenForWork } from './listen-for-work.ts';
export type { PushGateway } from './push-gateway.ts';
export { runWorker, type WorkerDeps } from './run-worker.ts';

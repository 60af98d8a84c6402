export { continueFanOut } from './continue-fan-out.repository.ts';
export { audienceProfiles, countDevices, countStores } from './audience.repository.ts';
export { freezeAudience } from './freeze-audience.repository.ts';
export { type DeliveryReport, readDeliveryReport } from './delivery-report.repository.ts';
export { cancelFanOut, insertFanOut, pauseFanOut, resumeFanOut, WORK_CHANNEL } from './fan-out.repository.ts';
export type { FrozenAudience } from './frozen-audience.ts';
export { openFcmGateway } from './fcm/fcm-gateway.ts';
export { readServiceAccount, signAssertion } from './fcm/service-account.ts';
export type { PushGateway } from './push-gateway.ts';

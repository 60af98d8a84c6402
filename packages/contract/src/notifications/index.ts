export * from './listed-states.ts';
export * from './notification.routes.ts';
export * from './notification.rules.ts';
export * from './notification.schema.ts';
export * from './opens.ts';
export * from './push-message.ts';
export * from './send-to-rest.ts';
export * from './sending-errors.ts';

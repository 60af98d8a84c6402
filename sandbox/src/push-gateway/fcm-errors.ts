const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

export type FcmReply = { status: number; body: unknown; headers?: Record<string, string> };

const error = (status: number, name: string, message: string, details: unknown[] = []): FcmReply => ({
  status,
  body: { error: { code: status, message, status: name, ...(details.length > 0 && { details }) } },
});

/** The error bodies of FCM HTTP v1. */
export const fcmErrors = {
  unregistered: () => error(404, 'NOT_FOUND', 'Requested entity was not found.', [{ '@type': FCM_ERROR, errorCode: 'UNREGISTERED' }]),
  badField: (field: string, description: string) =>
    error(400, 'INVALID_ARGUMENT', description, [
      { '@type': FCM_ERROR, errorCode: 'INVALID_ARGUMENT' },
      { '@type': BAD_REQUEST, fieldViolations: [{ field, description }] },
    ]),
  badPayload: (description: string) =>
    error(400, 'INVALID_ARGUMENT', description, [{ '@type': BAD_REQUEST, fieldViolations: [{ field: 'message', description }] }]),
  unauthenticated: () => error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
  thirdPartyAuth: () =>
    error(401, 'UNAUTHENTICATED', 'Auth error from APNS or Web Push Service', [
      { '@type': FCM_ERROR, errorCode: 'THIRD_PARTY_AUTH_ERROR' },
    ]),
  wrongProject: () =>
    error(403, 'PERMISSION_DENIED', 'Permission denied on the project.', [{ '@type': FCM_ERROR, errorCode: 'SENDER_ID_MISMATCH' }]),
  /** A project or a path that is not there: 404 without the detail that speaks of the address. */
  wrongPath: () => error(404, 'NOT_FOUND', 'Requested entity was not found.'),
  internal: () => error(500, 'INTERNAL', 'Internal error encountered.', [{ '@type': FCM_ERROR, errorCode: 'INTERNAL' }]),
  quota: (retryAfter?: string): FcmReply => ({
    ...error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', [{ '@type': FCM_ERROR, errorCode: 'QUOTA_EXCEEDED' }]),
    ...(retryAfter && { headers: { 'retry-after': retryAfter } }),
  }),
  unavailable: () => error(503, 'UNAVAILABLE', 'The service is currently unavailable.', [{ '@type': FCM_ERROR, errorCode: 'UNAVAILABLE' }]),
};

import { z } from 'zod';
import { type FieldCodes, FieldProblemCode } from './field-codes.ts';
import { problems } from './problem-statuses.ts';
import { keysOf } from './tables.ts';

export type ProblemCode = keyof typeof problems;
export const ProblemCode = z.enum(keysOf(problems));

/** Default messages, for refusals without a more specific one. */
const sentences: Record<ProblemCode, string> = {
  bad_request: 'The request cannot be understood',
  unknown_store: 'There is no such store',
  unauthenticated: 'Sign in first',
  forbidden: 'Your account may not do this',
  store_not_yours: 'This is not the store of your account',
  no_store: 'Your account has no store',
  wrong_tester_code: 'This is not the code of test phones',
  assistant_disabled: 'The assistant is switched off',
  own_send: 'Nobody approves or declines what is their own',
  safety_disabled: 'Safety messages are switched off',
  not_found: 'There is nothing at this address',
  method_not_allowed: 'This address does not take this method',
  not_acceptable: 'The answer has none of the formats that were asked for',
  conflict: 'Somebody else was faster',
  quota_used_up: "Today's notification was sent already",
  quiet_hours: 'Nothing is sent in quiet hours',
  not_stopped: 'Its sending was not stopped',
  nothing_left: 'There is nobody left to send it to',
  validity_over: 'Its end of validity has passed',
  not_approved: 'Another administrator has to approve it first',
  never_sent: 'No phone is known to have it',
  outcomes_ended: 'Which phones have it is not kept any more',
  is_test: 'A test is not corrected',
  taken_back: 'It was taken back',
  nothing_changed: 'Nothing of it would change',
  request_in_progress: 'The same request is under way',
  install_taken: 'This installation is registered already',
  precondition_failed: 'It was changed meanwhile',
  too_large: 'The request is larger than allowed',
  uri_too_long: 'The address is longer than allowed',
  unsupported_type: 'This type of content is not taken',
  invalid: 'Some values are not valid',
  idempotency_key_reused: 'The key was used for another request',
  too_many_requests: 'Too many requests, try again later',
  internal: 'Something went wrong on our side',
  unavailable: 'Not available right now, try again',
  expectation_failed: 'What the request expects is not offered',
  headers_too_large: 'The headers are larger than allowed',
  request_timeout: 'The request took too long to arrive',
  no_room: 'There is no room left to store this',
};

/** Resources that a server can run out of. */
export const Resource = z.enum(['time', 'locks', 'memory', 'disk', 'connections', 'temporaryFiles']);
export type Resource = z.infer<typeof Resource>;

export const ProblemBody = z.object({
  error: z.object({
    code: ProblemCode,
    message: z.string(),
    fields: z.record(z.string(), z.array(FieldProblemCode)).optional(),
    requestId: z.string().optional(),
    /** With `precondition_failed`: the entity as it is now. */
    current: z.unknown().optional(),
    /** With a refused import: its report. */
    report: z.unknown().optional(),
    /** With `quiet_hours`: the first instant after them. */
    quietUntil: z.string().optional(),
    /** With `unavailable`: what the database ran out of. */
    ranOut: Resource.optional(),
  }),
});
export type ProblemBody = z.infer<typeof ProblemBody>;

/** A refusal with a code of the closed list; the HTTP edge turns it into an answer. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: FieldCodes | undefined;
  /** Further members of the error body, e.g. the current entity with `precondition_failed`. */
  details: { current?: unknown; report?: unknown; quietUntil?: string; ranOut?: Resource } = {};
  /** ETag of the answer. */
  tag: string | undefined;
  constructor(code: ProblemCode, message: string = sentences[code], fields?: FieldCodes) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
  get status(): number {
    return problems[this.code];
  }
}

/** 422 for one field. */
export const fieldProblem = (field: string, code: FieldProblemCode): Problem =>
  new Problem('invalid', `${field}: ${code}`, { [field]: [code] });

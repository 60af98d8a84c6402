import type { FieldCodes, FieldProblemCode } from './field-codes.ts';
import { fieldProblemCodes } from './field-problem-codes.ts';
import { problems } from './problem-statuses.ts';
import type { ProblemBody, ProblemCode } from './problems.ts';

// By hand, not by the schema: it is in the page's first load, which has none of the schemas' library (decision 0113).
const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isProblemCode = (code: unknown): code is ProblemCode => isText(code) && Object.hasOwn(problems, code);
const isFieldCode = (code: unknown): code is FieldProblemCode => fieldProblemCodes.some((known) => known === code);

const fieldsOf = (fields: Record<string, unknown>): FieldCodes =>
  Object.fromEntries(
    Object.entries(fields).map(([field, codes]) => [field, [codes].flat().map((code) => (isFieldCode(code) ? code : 'invalid'))]),
  );

/**
 * Reads the error from a response body; null for another body, such as a proxy's. Unknown codes, such as those of a newer server,
 * become the general ones.
 */
export const readProblem = (answer: unknown): ProblemBody['error'] | null => {
  const error = isTable(answer) ? answer['error'] : null;
  if (!isTable(error) || !isText(error['message'])) return null;
  const { code, message, fields, requestId, current, report, quietUntil } = error;
  return {
    code: isProblemCode(code) ? code : 'internal',
    message,
    ...(isTable(fields) && { fields: fieldsOf(fields) }),
    ...(isText(requestId) && { requestId }),
    ...(current !== undefined && { current }),
    ...(report !== undefined && { report }),
    ...(isText(quietUntil) && { quietUntil }),
  };
};

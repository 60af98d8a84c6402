import { z } from 'zod';
import { fieldProblemCodes } from './field-problem-codes.ts';

export type FieldProblemCode = (typeof fieldProblemCodes)[number];
export const FieldProblemCode = z.enum(fieldProblemCodes);

/** Codes of each field, e.g. `{ title: ['required'] }`. */
export type FieldCodes = Record<string, FieldProblemCode[]>;

/** Returns the code with which a rule rejects a value. Zod accepts any text; this function accepts only known codes. */
export const code = <const C extends FieldProblemCode>(refusal: C): C => refusal;

/** Rejects a query value of the right shape but without a meaning with 422. A query of the wrong shape is 400. */
export const unprocessable = (message: FieldProblemCode) => ({ message, params: { unprocessable: true } });
/** Returns whether every issue is marked as unprocessable. */
export const isUnprocessable = ({ issues }: z.core.$ZodError): boolean =>
  issues.every((issue) => issue.code === 'custom' && issue.params?.['unprocessable'] === true);

const byIssue: Partial<Record<z.core.$ZodIssue['code'] & string, FieldProblemCode>> = {
  too_big: 'tooBig',
  too_small: 'tooSmall',
  invalid_value: 'unknown',
  unrecognized_keys: 'unknown',
};
const codeOf = (issue: z.core.$ZodIssue): FieldProblemCode => {
  const parsed = FieldProblemCode.safeParse(issue.message);
  if (parsed.success) return parsed.data;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  return byIssue[issue.code] ?? 'invalid';
};

/** Schema issues as codes by field; the same function serves the API's 422 and the form in the browser. */
export const fieldCodes = (error: z.core.$ZodError): FieldCodes => {
  const fields: FieldCodes = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body';
    const codes = (fields[field] ??= []);
    const fieldCode = codeOf(issue);
    if (!codes.includes(fieldCode)) codes.push(fieldCode);
  }
  return fields;
};

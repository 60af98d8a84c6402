import { exampleOf, type JsonSchema } from '@endcap/contract/api';
import type { Access } from '@endcap/contract/core';
import { escaped, proseHtml } from './html.ts';
import type { OpenApi, Operation } from './openapi.ts';

type Endpoint = { path: string; method: string; operation: Operation };

const callers: Readonly<Record<Access, string>> = {
  anyone: 'Anybody; no sign-in',
  staff: 'Staff, with the access token of the identity provider',
  admin: 'Administrators, with the access token of the identity provider',
  device: 'The phone, with the secret of its registration',
  service: 'Other systems, with an import token',
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call for a shell; the token is read from the environment. */
const curlOf = ({ servers, components }: OpenApi, { path, method, operation }: Endpoint): string => {
  const valueOf = (name: string, schema: JsonSchema): string => encodeURIComponent(String(exampleOf(schema, components.schemas, name)));
  const { parameters, security, requestBody } = operation;
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((url, { name, schema }) => url.replace(`{${name}}`, valueOf(name, schema)), `${servers[0]?.url ?? ''}${path}`);
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${valueOf(name, schema)}`)
    .join('&');
  const { 'application/json': json, 'multipart/form-data': form, 'text/csv': csv } = requestBody?.content ?? {};
  return [
    `curl -X ${method.toUpperCase()} ${quoted(query ? `${filled}?${query}` : filled)}`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(csv ? ["-H 'Content-Type: text/csv'", '--data-binary @list.csv'] : []),
    ...(form && !json ? ['-F file=@picture.jpg'] : []),
    ...(json && !csv ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json.example))}`] : []),
  ].join(' \\\n  ');
};

const block = (title: string, body: string): string => (body === '' ? '' : `<h3>${title}</h3>${body}`);
const pairs = (rows: (readonly [string, string])[]): string =>
  rows.length === 0 ? '' : `<dl>${rows.map(([name, text]) => `<dt><code>${escaped(name)}</code></dt><dd>${text}</dd>`).join('')}</dl>`;
const exampleHtml = (example: unknown): string => (example === undefined ? '' : `<pre>${escaped(JSON.stringify(example, null, 2))}</pre>`);
const named = ({ $ref }: JsonSchema): string => {
  const name = $ref?.split('/').at(-1);
  return name === undefined ? '' : `<p><a href="#schema-${escaped(name)}">${escaped(name)}</a></p>`;
};
const typeOf = ({ type = [], enum: choices, anyOf }: JsonSchema): string =>
  choices?.map((one) => (one === '' ? '(empty)' : String(one))).join(' | ') ?? anyOf?.map(typeOf).join(' | ') ?? [type].flat().join(' | ');

/** One operation: who may call it, what it takes and answers, and the call to copy. */
export const operationHtml = (document: OpenApi, endpoint: Endpoint): string => {
  const { path, method, operation } = endpoint;
  const { operationId: id, parameters, requestBody, responses } = operation;
  const sent = requestBody?.content['application/json'];
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const answer = done?.[1].content?.['application/json'];
  const takes = parameters.map(
    (one) =>
      [
        one.name,
        proseHtml([one.in, typeOf(one.schema), one.required ? 'required' : '', one.description ?? ''].filter(Boolean).join(', ')),
      ] as const,
  );
  const refusals = Object.entries(responses).filter(([status]) => status.startsWith('4'));
  return `<details id="${id}"><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> <small>${proseHtml(operation.summary)}</small></summary>
<p><small>${callers[operation['x-access']]}</small></p>
<div class="request"><h3>Call</h3><button type="button" hidden aria-controls="curl-${id}" aria-live="polite">Copy as curl</button></div><pre id="curl-${id}">${escaped(curlOf(document, endpoint))}</pre>
${block('Takes', pairs(takes))}${block('Body', sent ? named(sent.schema) + exampleHtml(sent.example) : '')}${block(`Answers ${done?.[0]}`, answer ? named(answer.schema) + exampleHtml(answer.example) : '<p>Nothing</p>')}
${block('Refuses', pairs(refusals.map(([status, { description }]) => [status, proseHtml(description)])))}</details>`;
};

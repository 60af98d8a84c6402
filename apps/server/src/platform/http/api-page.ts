import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { operationHtml } from './api-page-operation.ts';
import { escaped, proseHtml } from './html.ts';
import type { OpenApi } from './openapi.ts';

const part = (name: string): string => readFileSync(new URL(`./api-page/${name}`, import.meta.url), 'utf8');

const pageOf = (document: OpenApi, style: string): string => {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<section id="${anchorOf(name)}"><h2>${escaped(name)}</h2><p>${proseHtml(description)}</p>${own.map((one) => operationHtml(document, one)).join('')}</section>`;
  });
  const schemas = Object.entries(components.schemas)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([name, schema]) =>
        `<details id="schema-${escaped(name)}"><summary><code>${escaped(name)}</code></summary><pre>${escaped(JSON.stringify(schema, null, 2))}</pre></details>`,
    );
  const links = [...tags.map(({ name }) => name), 'Schemas'].map((name) => `<li><a href="#${anchorOf(name)}">${escaped(name)}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escaped(info.title)}</title><style>${style}</style></head><body>
<header><h1>${escaped(info.title)}</h1><p>${proseHtml(info.description)} The same as a file: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Resources"><label class="search" hidden>Search<input type="search"></label><ul>${links.join('')}</ul></nav>
<main>${sections.join('')}<section id="schemas"><h2>Schemas</h2>${schemas.join('')}</section></main><script src="/api-docs.js"></script></body></html>`;
};
const anchorOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** A page to read the API by, made of the same description as `/openapi.json`. Without its script it can be read, not copied from. */
export const addApiPage = (app: FastifyInstance, description: () => OpenApi): void => {
  const [style, script] = [part('page.css'), part('page.js')];
  let page: string | undefined;
  app.get('/api-docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= pageOf(description(), style))));
  app.get('/api-docs.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
};

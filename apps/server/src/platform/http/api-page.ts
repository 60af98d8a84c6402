import type { RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance } from 'fastify';
import { escaped } from './html.ts';
import { describeRoute } from './openapi.ts';

const style = `:root{color-scheme:light dark}body{background:Canvas;color:CanvasText;font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}h1{font-size:1.25rem}
details{border:1px solid #8886;border-radius:8px;margin:.5rem 0;padding:.5rem .75rem}summary{cursor:pointer;overflow-wrap:anywhere}code{font-size:13px}small{color:light-dark(#5a655f,#a3ada8)}a{color:light-dark(#1f6f4a,#81c49d)}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}
b{display:inline-block;min-width:4.5rem}`;

const routeHtml = (
  route: RouteSpec,
): string => `<details><summary><b>${route.method}</b> <code>${escaped(route.path)}</code> <small>· ${escaped(route.access)} · ${escaped(route.summary)}</small></summary>
<pre>${escaped(JSON.stringify(describeRoute(route), null, 2))}</pre></details>`;

/** A page to read the API by, made of the same declarations as `/openapi.json`; no script, so the page's CSP holds. */
export const addApiPage = (app: FastifyInstance, title: string, routes: readonly RouteSpec[]): void => {
  app.get('/api-docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><main><h1>${title}</h1><p>The same as a file: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Errors have the shape <code>{ error: { code, message, fields?, requestId? } }</code>.</p>${routes.map(routeHtml).join('')}</main></html>`,
      ),
  );
};

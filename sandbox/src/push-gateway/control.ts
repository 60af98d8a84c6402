import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { Behaviour } from './faults.ts';
import type { Ledger } from './ledger.ts';

type Controlled = {
  ledger: Ledger;
  behaviour: () => Behaviour;
  /** Takes the wanted behaviour over; returns all of it, with the seed that was drawn when none was given. */
  behave: (wanted: Partial<Behaviour>) => Behaviour;
  withdrawTokens: () => void;
  /** Access tokens issued since the last call. */
  takeIssued: () => number;
};

/** The other side of the gateway, for tests and benches: reads the ledger and sets what goes wrong. */
export const startControl = ({ ledger, behaviour, behave, withdrawTokens, takeIssued }: Controlled): http.Server =>
  http.createServer(async (request, response) => {
    const [, what, key = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
    const answer = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const route = `${request.method} ${what}`;
    if (route === 'GET ledger') return answer(ledger.summary(key));
    if (route === 'GET addresses') return answer(ledger.addresses(key));
    if (route === 'GET tokens-issued') return answer(takeIssued());
    if (route === 'GET behaviour') return answer(behaviour());
    if (route === 'POST behaviour') return answer(behave(JSON.parse(await text(request))));
    if (route === 'POST offline' || route === 'POST online') {
      ledger.setOffline(JSON.parse(await text(request)), what === 'offline');
      return answer({});
    }
    if (route === 'POST withdraw-tokens') return answer(withdrawTokens() ?? {});
    if (route === 'POST clear') return answer(ledger.clear() ?? {});
    response.writeHead(404).end();
  });

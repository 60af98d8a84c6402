import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls back once per request: when the response was sent, or with `isLost` when the client disconnected before. Fastify's `onResponse`
 * covers only sent responses, so a process whose callers all give up would seem idle.
 */
export const onEnded = (app: FastifyInstance, callback: (request: FastifyRequest, reply: FastifyReply, isLost: boolean) => void): void => {
  const ended = new WeakSet<FastifyRequest>();
  const once = (request: FastifyRequest, reply: FastifyReply, isLost: boolean): void => {
    if (ended.has(request)) return;
    ended.add(request);
    callback(request, reply, isLost);
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = reply;
    if (raw.destroyed) once(request, reply, true);
    else raw.once('close', () => !raw.writableFinished && once(request, reply, true));
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    once(request, reply, false);
    done();
  });
};

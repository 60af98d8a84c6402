// Preloaded into a worker: dies between the push service's replies and the first checkpoint that would record them (F04).
import pg from 'pg';

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (...all) {
  const text = typeof all[0] === 'string' ? all[0] : all[0]?.text;
  if (/update fan_out_chunk set outcomes/.test(text ?? '')) process.kill(process.pid, 'SIGKILL');
  return query.apply(this, all);
};

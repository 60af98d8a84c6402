import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Options = {
  promtool: string;
  /** Folder of the machine. */
  folder: string;
  port: number;
  /** Makes the ports of the documents those of a test. */
  change: (text: string) => string;
};

/** Prometheus with what lies in `/etc/prometheus`, as Debian's unit starts it; it scrapes once a second, so that nobody waits. */
export const runPrometheus = ({ promtool, folder, port, change }: Options) => {
  const own = join(folder, 'prometheus');
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    restart: async (): Promise<void> => {
      await stop();
      mkdirSync(own, { recursive: true });
      const etc = join(folder, 'etc/prometheus');
      writeFileSync(
        join(own, 'prometheus.yml'),
        change(readFileSync(join(etc, 'prometheus.yml'), 'utf8')).replaceAll(/_interval: 15s/g, '_interval: 1s'),
      );
      copyFileSync(join(etc, 'alerts.yml'), join(own, 'alerts.yml'));
      const flags = [`--config.file=${own}/prometheus.yml`, `--storage.tsdb.path=${own}/data`, `--web.listen-address=127.0.0.1:${port}`];
      // Debian's package has both programs.
      child = spawn(join(dirname(promtool), 'prometheus'), flags, { stdio: 'ignore' });
    },
    stop,
  };
};

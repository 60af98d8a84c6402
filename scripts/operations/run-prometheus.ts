import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Options = {
  promtool: string;
  /** Folder of the machine. */
  folder: string;
  port: number;
  /** Maps the ports of the documents to those of a test. */
  change: (text: string) => string;
};

/** Runs Prometheus with the files of `/etc/prometheus`, like Debian's unit. It scrapes once a second to keep the test short. */
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

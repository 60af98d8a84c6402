import type { runServices } from './run-services.ts';

type Units = {
  services: ReturnType<typeof runServices>;
  nginx: { reload: () => void | Promise<void> };
  prometheus?: { restart: () => Promise<void> };
  /** Called first, each time. */
  before: () => void;
};

/** `systemctl …` as the documents say it. Rejects with the output of the units, and for a command that no test uses. */
export const systemctlOf =
  ({ services, nginx, prometheus, before }: Units) =>
  async ([verb, ...args]: string[]): Promise<void> => {
    before();
    const units = args.filter((name) => name !== '--now');
    if (verb === 'daemon-reload') return;
    if (verb === 'reload' && units.join() === 'nginx') return nginx.reload();
    if (verb === 'restart' && units.join() === 'prometheus' && prometheus) return prometheus.restart();
    if (verb === 'start' || (verb === 'enable' && args.includes('--now'))) return void (await Promise.all(units.map(services.start)));
    if (verb === 'stop') return void (await Promise.all(units.map(services.stop)));
    if (verb === 'restart') return void (await Promise.all(units.map(services.restart)));
    throw new Error(`systemctl ${verb} ${args.join(' ')} is nothing that a test knows`);
  };

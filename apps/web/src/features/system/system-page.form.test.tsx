import { jobNames, SystemHealth, systemRoutes } from '@endcap/contract/system';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { answer, refuse, type StandIn } from '../../../test/stand-in-api.ts';
import type { Language } from '../../lib/language.tsx';
import { systemMessages } from './system.messages.ts';

const { health: read, runJob } = systemRoutes;
const AT = '2026-11-28T12:00:00.000Z';
const job = (name: (typeof jobNames)[number], facts: object = {}) => ({
  name,
  everySeconds: 3_600,
  lastRun: { startedAt: '2026-11-28T11:30:00.000Z', seconds: 1.24, host: 'node1' },
  nextAt: '2026-11-28T12:30:00.000Z',
  failures: 0,
  lastFailure: null,
  asked: null,
  ...facts,
});
const process = (_id: string, facts: object = {}) => ({
  _id,
  kind: 'admin-api',
  version: '1.4.0',
  host: 'node1',
  pid: 4_711,
  startedAt: '2026-11-28T06:00:00.000Z',
  seenAt: '2026-11-28T11:59:55.000Z',
  isSilent: false,
  isOtherVersion: false,
  ...facts,
});
const well = sample(SystemHealth, {
  at: AT,
  version: '1.4.0',
  processes: [process('a')],
  checks: [{ name: 'postgresql', state: 'ok', says: '18.1', todo: null }],
  jobs: jobNames.map((name) => job(name)),
  lastBackup: { takenAt: '2026-11-28T01:00:00.000Z', lost: 0 },
  lastDrillAt: '2026-11-01T01:00:00.000Z',
  certificates: { readAt: AT, of: [] },
});

const openSystem = async (
  facts: Partial<SystemHealth> = {},
  { language = 'en', answers = [] }: { language?: Language; answers?: StandIn[] } = {},
) => {
  const screen = await openScreen('/settings/system', {
    language,
    answers: [answer(read, { ...well, ...facts }), ...answers],
  });
  await screen.findByRole('heading', { level: 1, name: systemMessages[language].title });
  const section = async (name: string) => within(await screen.findByRole('region', { name }));
  return { ...screen, section };
};

test('marks a process of another version and one that stopped reporting', { tags: ['E-7E'] }, async () => {
  const { section } = await openSystem({
    processes: [
      process('a'),
      process('b', { kind: 'push-worker', version: '1.3.9', isOtherVersion: true }),
      process('c', { isSilent: true, host: 'node2' }),
    ],
  });
  const processes = await section('Processes');
  const rows = processes.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(3);
  expect(rows[0]).not.toHaveTextContent(/differs|silent/);
  expect(rows[1]).toHaveTextContent(/Push worker \(push-worker\).*1\.3\.9.*differs from 1\.4\.0/);
  expect(rows[2]).toHaveTextContent(/node2.*silent/);
});

test('shows which facts are unknown, and why', { tags: ['E-7E'] }, async () => {
  const { section } = await openSystem({
    processes: [],
    jobs: jobNames.map((name) => job(name, { everySeconds: null, lastRun: null, nextAt: null })) as SystemHealth['jobs'],
    lastBackup: null,
    lastDrillAt: null,
    certificates: null,
  });
  expect((await section('Processes')).getByText(/^Not known: no process has reported yet/)).toBeVisible();
  expect((await section('Background jobs')).getAllByText(/^not known: none has ended since/)).toHaveLength(6);
  expect((await section('Backup')).getByText(/^No backup of this database has been taken with npm run backup/)).toBeVisible();
  expect((await section('Backup')).getByText(/^No backup has been restored on trial/)).toBeVisible();
  expect((await section('Certificates')).getByText(/^Not known yet/)).toBeVisible();
});

test('shows the results of the doctor, and which checks only the command runs', { tags: ['E-7E'] }, async () => {
  const { section, user } = await openSystem(
    { checks: [{ name: 'workers', state: 'wrong', says: 'no push worker is connected', todo: 'start one' }] },
    { language: 'pl' },
  );
  const checks = await section('Kontrole');
  expect(checks.getByText('Problem')).toBeVisible();
  expect(checks.getByText('no push worker is connected').closest('[lang]')).toHaveAttribute('lang', 'en');
  await user.click(checks.getByText('Opis techniczny (po angielsku)'));
  expect(checks.getByText('→ start one')).toBeVisible();
  expect(checks.getByText(/^Pozostałe kontrole wykonuje tylko polecenie npm run doctor.*usługa powiadomień push/)).toBeVisible();
});

test('requests a run of a job, then shows its status instead of the button', { tags: ['E-7E'] }, async () => {
  let jobs = well.jobs;
  const { section, user, api } = await openSystem({}, { answers: [answer(read, () => ({ ...well, jobs })), answer(runJob, undefined)] });
  const inJobs = await section('Background jobs');
  jobs = well.jobs.map((one) => (one.name === 'sealHistory' ? { ...one, asked: { at: AT, startedAt: null, host: null } } : one));
  await user.click(inJobs.getByRole('button', { name: 'Run now: Seal the change history' }));
  await inJobs.findByText('Requested at 13:00; waiting for a process');
  expect(api.requestsOf(runJob)[0]?.body).toEqual({ name: 'sealHistory' });
  expect(inJobs.queryByRole('button', { name: 'Run now: Seal the change history' })).toBeNull();
});

test('shows an error when a job could not be requested', { tags: ['E-7E'] }, async () => {
  const { section, user } = await openSystem({}, { answers: [answer(runJob, refuse('unavailable'))] });
  const inJobs = await section('Background jobs');
  await user.click(inJobs.getByRole('button', { name: 'Run now: Remove unused uploads' }));
  expect(await inJobs.findByText('The job could not be requested. Try again.')).toBeVisible();
});

test('shows failures, an overdue run and the last error', { tags: ['E-7E'] }, async () => {
  const { section } = await openSystem({
    jobs: [
      job('clearGone', {
        failures: 3,
        nextAt: '2026-11-28T11:40:00.000Z',
        lastFailure: { at: '2026-11-28T11:30:00.000Z', error: 'no room' },
      }),
    ] as SystemHealth['jobs'],
  });
  const [, row] = (await section('Background jobs')).getAllByRole('row');
  expect(row).toHaveTextContent(/1\.2 s.*overdue.*3.*Last error.*no room/);
});

test('counts the days of certificates and names why one is refused', { tags: ['E-7E'] }, async () => {
  const line = { expiresAt: '2026-12-05T12:00:00.000Z', problem: null };
  const { section } = await openSystem({
    certificates: {
      readAt: AT,
      of: [
        { ...line, of: 'app', address: 'https://app.example', daysLeft: 1 },
        { ...line, of: 'push service', address: 'https://push.example', daysLeft: 90, problem: 'ERR_TLS_CERT_ALTNAME_INVALID' },
        { of: 'back-office', address: 'https://office.example', daysLeft: null, expiresAt: null, problem: null },
      ],
    },
  });
  const [, ...rows] = (await section('Certificates')).getAllByRole('row');
  expect(rows[0]).toHaveTextContent(/App API.*1 day/);
  expect(rows[1]).toHaveTextContent(/90 days.*clients refuse it: it is for another name/);
  expect(rows[2]).toHaveTextContent('not known: the address did not answer');
});

const ill: Partial<SystemHealth> = {
  processes: [process('a', { isSilent: true })],
  checks: [
    { name: 'postgresql', state: 'ok', says: '18.1', todo: null },
    { name: 'last backup', state: 'note', says: 'never; npm run backup -- FOLDER', todo: null },
    { name: 'workers', state: 'wrong', says: 'no push worker is connected to this database', todo: 'start one' },
  ],
  jobs: jobNames.map((name) => job(name, { failures: name === 'sealHistory' ? 3 : 0 })) as SystemHealth['jobs'],
};

test.each([
  [
    'pl',
    /^3 sprawy wymagają działania/,
    ['Procesy wysyłki', 'Back-office (admin-api), node1', 'Pieczętowanie historii zmian', 'Kopia zapasowa'],
  ],
  ['en', /^3 things need action/, ['Push workers', 'Back-office (admin-api), node1', 'Seal the change history', 'Backup']],
] as const)(
  'starts with a verdict, then lists the findings by severity, each with what to do (%s)',
  { tags: ['E-7E'] },
  async (language, verdict, named) => {
    const { section, getByRole } = await openSystem(ill, { language });
    const found = await section(language === 'pl' ? 'Ocena' : 'Verdict');
    expect(found.getByRole('status')).toHaveTextContent(verdict);
    const items = found.getAllByRole('listitem');
    expect(items.map((item) => item.querySelector('a')?.textContent)).toEqual(named);
    for (const item of items) {
      expect(item.querySelector('[data-testid=todo]')).not.toBeEmptyDOMElement();
      const id = item.querySelector('a')?.getAttribute('href')?.slice(1) ?? '';
      expect(document.querySelector(`#${id}`)).toBeInTheDocument();
    }
    expect(getByRole('main').querySelector('section')).toContainElement(found.getByRole('status'));
  },
);

test('explains a finding in Polish, with the English line of the doctor folded', { tags: ['E-7E'] }, async () => {
  const { section } = await openSystem(ill, { language: 'pl' });
  const found = await section('Ocena');
  expect(found.getAllByRole('listitem')[0]).toHaveTextContent(/^Procesy wysyłki.*Żaden proces wysyłki nie działa/);
  expect(found.queryByText(/no push worker/)).toBeNull();
  const line = (await section('Kontrole')).getByText(/no push worker is connected/);
  expect(line.closest('details')).not.toHaveAttribute('open');
  expect(line.closest('[lang]')).toHaveAttribute('lang', 'en');
});

test.each([
  ['pl', /^Wszystko w porządku/],
  ['en', /^All is well/],
] as const)('shows that all is well when there are no findings (%s)', { tags: ['E-7E'] }, async (language, verdict) => {
  const { section } = await openSystem({}, { language });
  expect((await section(language === 'pl' ? 'Ocena' : 'Verdict')).getByRole('status')).toHaveTextContent(verdict);
});

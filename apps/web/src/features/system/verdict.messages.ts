import { catalogue, plural } from '../../lib/language.tsx';

/** Meaning of each finding for the operator of Endcap, and the action to take, by the name of the check. */
export const verdictMessages = catalogue(
  {
    title: 'Ocena',
    well: 'Wszystko w porządku.',
    notes: (n: number) =>
      `Wszystko działa. Do wiadomości: ${n} ${plural('pl', n, { one: 'sprawa', few: 'sprawy', many: 'spraw', other: 'sprawy' })}.`,
    wrong: (n: number) =>
      `${n} ${plural('pl', n, { one: 'sprawa wymaga działania', few: 'sprawy wymagają działania', many: 'spraw wymaga działania', other: 'sprawy wymagają działania' })}.`,
    host: (process: string, host: string) => `${process}, ${host}`,
    silent: {
      wrong: 'Ten proces milczy: nie działa albo nie ma połączenia z bazą.',
      todo: 'Sprawdź na tym serwerze, czy działa, i uruchom go ponownie. Przyczynę podaje jego dziennik.',
    },
    job: {
      wrong: 'To zadanie w tle się nie powiodło.',
      todo: 'Przeczytaj ostatni błąd, usuń przyczynę i wykonaj zadanie ponownie.',
    },
    certificate: {
      wrong: 'Certyfikat wkrótce wygaśnie albo klienci już go odrzucają.',
      todo: (address: string) => `Odnów certyfikat adresu ${address}.`,
      noteTodo: (address: string) => `Sprawdź, czy ${address} odpowiada z tego serwera.`,
      note: 'Nie wiadomo, jak długo certyfikat będzie ważny: adres nie odpowiada.',
    },
    checks: {
      postgresql: {
        wrong: 'Serwer PostgreSQL jest za stary albo nie odpowiada tak, jak powinien.',
        todo: 'Zaktualizuj serwer bazy lub sprawdź jego dziennik.',
      },
      extensions: {
        wrong: 'W bazie brakuje rozszerzeń, których Endcap potrzebuje.',
        todo: 'Zainstaluj postgresql-contrib i wykonaj npm run migrate jako rola, która może tworzyć rozszerzenia.',
      },
      collation: {
        wrong: 'Baza nie sortuje tak, jak powinna, więc listy mogą pomijać wiersze.',
        todo: 'Polecenia, które to naprawiają, podaje opis w sekcji Kontrole.',
      },
      schema: {
        wrong: 'Schemat bazy nie pasuje do tej wersji Endcap.',
        todo: 'Wykonaj npm run migrate albo uruchom wersję, do której należy ta baza.',
      },
      clock: {
        wrong: 'Zegar tego serwera różni się od zegara bazy.',
        todo: 'Włącz synchronizację czasu (chrony lub systemd-timesyncd) na każdym serwerze.',
      },
      limits: {
        wrong: 'Zapytania do bazy nie mają ustawionych limitów.',
        todo: 'Wykonaj npm run migrate z ENDCAP_DATABASE_DIRECT_URL, potem reconnect w konsoli PgBouncer.',
      },
      connections: {
        wrong: 'Procesy mogą potrzebować więcej połączeń, niż pozwala baza.',
        todo: 'Zwiększ max_connections albo zmniejsz ENDCAP_DATABASE_POOL_SIZE.',
      },
      standby: {
        wrong: 'Każdy zapis czeka na serwer zapasowy, a żaden nie jest dostępny.',
        todo: 'Jak działa serwer zapasowy i co zmienić, opisuje docs/operators/standby.md.',
        note: 'Gdy serwer zapasowy przejmie pracę, rozpoczęta wysyłka zaczeka na decyzję.',
      },
      workers: {
        wrong: 'Żaden proces wysyłki nie działa, więc powiadomienia nie wychodzą.',
        todo: 'Uruchom proces wysyłki (push-worker). Dlaczego się zakończył, mówi jego dziennik.',
      },
      processes: {
        wrong: 'Nie udało się sprawdzić, które wersje działają.',
        todo: 'Zastąp starsze procesy nową wersją, jak opisuje docs/operators/upgrading.md.',
        note: 'Działają różne wersje Endcap albo nie wiadomo jakie.',
      },
      sending: {
        wrong: 'Wysyłka stoi: telefony czekają zbyt długo.',
        todo: 'Sprawdź, czy procesy wysyłki działają i co mówią ich dzienniki; wstrzymane wysyłki wznów lub anuluj na ich stronach.',
        note: 'Są wysyłki, które czekają na decyzję.',
      },
      months: {
        wrong: 'Brakuje tabel na dane wysyłek z tego lub następnego miesiąca.',
        todo: 'Sprawdź, czy działa back-office i co mówi jego dziennik: tworzy te tabele co godzinę.',
        note: 'Część danych wysyłek leży poza tabelami miesięcy.',
      },
      'last backup': {
        wrong: 'Ostatnia kopia zapasowa ma ponad dwa dni albo brakuje w niej plików.',
        todo: 'Wykonuj co noc npm run backup -- FOLDER (docs/operators/backups.md).',
        note: 'Nie wykonano jeszcze żadnej kopii zapasowej poleceniem npm run backup.',
      },
      disk: {
        wrong: 'Na dysku kończy się miejsce: wkrótce nie da się dodać plików.',
        todo: 'Zwolnij miejsce albo przenieś folder na większy dysk.',
      },
      proxy: {
        wrong: 'Wszystkie telefony liczą się jako jeden adres i dzielą jego limity.',
        todo: 'Jeśli przed API aplikacji stoi serwer pośredniczący, wpisz jego adres w ENDCAP_TRUSTED_PROXIES.',
        note: 'Żaden serwer pośredniczący nie jest zaufany.',
      },
    },
  },
  {
    title: 'Verdict',
    well: 'All is well.',
    notes: (n) => `Everything works. ${n} ${n === 1 ? 'thing' : 'things'} to know.`,
    wrong: (n) => `${n} ${n === 1 ? 'thing needs' : 'things need'} action.`,
    host: (process, host) => `${process}, ${host}`,
    silent: {
      wrong: 'This process is silent: it has stopped, or cannot reach the database.',
      todo: 'Check on that server whether it runs, and start it again. Its log gives the reason.',
    },
    job: {
      wrong: 'This background job failed.',
      todo: 'Read the last error, remove the cause, and run the job again.',
    },
    certificate: {
      wrong: 'The certificate ends soon, or clients refuse it already.',
      todo: (address) => `Renew the certificate of ${address}.`,
      noteTodo: (address) => `Check whether ${address} answers from this server.`,
      note: 'It is not known how long the certificate is valid: the address does not answer.',
    },
    checks: {
      postgresql: {
        wrong: 'The PostgreSQL server is too old, or does not answer as it should.',
        todo: 'Upgrade the database server, or read its log.',
      },
      extensions: {
        wrong: 'The database lacks extensions that Endcap needs.',
        todo: 'Install postgresql-contrib and run npm run migrate as a role that may create extensions.',
      },
      collation: {
        wrong: 'The database does not sort as it should, so lists may miss rows.',
        todo: 'The line under Checks names the commands that repair it.',
      },
      schema: {
        wrong: 'The schema of the database does not fit this version of Endcap.',
        todo: 'Run npm run migrate, or start the version that this database belongs to.',
      },
      clock: {
        wrong: "This server's clock differs from the database's.",
        todo: 'Keep every server in time with chrony or systemd-timesyncd.',
      },
      limits: {
        wrong: 'Statements in the database have no limits.',
        todo: "Run npm run migrate with ENDCAP_DATABASE_DIRECT_URL, then reconnect in PgBouncer's console.",
      },
      connections: {
        wrong: 'The processes may need more connections than the database allows.',
        todo: 'Raise max_connections, or lower ENDCAP_DATABASE_POOL_SIZE.',
      },
      standby: {
        wrong: 'Every commit waits for a standby, and none is there.',
        todo: 'docs/operators/standby.md describes the standby and what to change.',
        note: 'When a standby takes over, a send that is under way waits for a decision.',
      },
      workers: {
        wrong: 'No push worker runs, so notifications do not go out.',
        todo: 'Start a push worker. Its log says why it ended.',
      },
      processes: {
        wrong: 'The running versions could not be read.',
        todo: 'Replace older processes with the new version as docs/operators/upgrading.md describes.',
        note: 'Several versions of Endcap run, or it is not known which.',
      },
      sending: {
        wrong: 'Sending is stuck: phones have waited too long.',
        todo: 'Check that push workers run, and read their logs; resume or cancel paused sends on their pages.',
        note: 'Some sends wait for a decision.',
      },
      months: {
        wrong: 'Tables for the sends of this or the next month are missing.',
        todo: 'Check that the back-office runs, and read its log: it makes these tables every hour.',
        note: 'Some data of sends lies outside the tables of months.',
      },
      'last backup': {
        wrong: 'The last backup is more than two days old, or files are missing from it.',
        todo: 'Run npm run backup -- FOLDER every night (docs/operators/backups.md).',
        note: 'No backup has been taken with npm run backup.',
      },
      disk: {
        wrong: 'The disk is nearly full: soon no files can be added.',
        todo: 'Make room, or move the folder to a larger disk.',
      },
      proxy: {
        wrong: 'All phones count as one address and share its limits.',
        todo: 'If a proxy stands before the app API, name its address in ENDCAP_TRUSTED_PROXIES.',
        note: 'No proxy is trusted.',
      },
    },
  },
);

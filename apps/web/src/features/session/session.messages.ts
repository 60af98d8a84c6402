import { catalogue, type Language, plural } from '../../lib/language.tsx';

const counted = (language: Language, n: number, forms: Parameters<typeof plural>[2]): string =>
  `${new Intl.NumberFormat(language, { useGrouping: 'always' }).format(n)} ${plural(language, n, forms)}`;
const minuty = (n: number): string => counted('pl', n, { one: 'minutę', few: 'minuty', many: 'minut', other: 'minuty' });
const minutes = (n: number): string => counted('en', n, { one: 'minute', other: 'minutes' });

export const sessionMessages = catalogue(
  {
    title: 'Zaplecze aplikacji sklepu',
    lead: 'Zaloguj się kontem firmowym, aby wysyłać powiadomienia i zarządzać tym, co widzą klienci.',
    language: 'Język',
    sampleTitle: 'Świeże truskawki −30 %',
    sampleText: 'Tylko dziś we wszystkich sklepach. Zobacz w aplikacji, co jeszcze przeceniliśmy.',
    logIn: 'Zaloguj się',
    logOut: 'Wyloguj się',
    goOn: 'Przejdź do powiadomień',
    goBack: 'Wróć do przerwanej pracy',
    signedInAs: (name: string) => `Zalogowano jako ${name}`,
    finishing: 'Logowanie …',
    failed: 'Logowanie nie powiodło się. Spróbuj ponownie.',
    cancelled: 'Logowanie przerwano.',
    clockAhead: (n: number) =>
      `Zegar tego komputera spieszy się o ${minuty(n)}. Ustaw właściwą datę i godzinę, a potem zaloguj się ponownie.`,
    clockBehind: (n: number) =>
      `Zegar tego komputera spóźnia się o ${minuty(n)}. Ustaw właściwą datę i godzinę, a potem zaloguj się ponownie.`,
    tokenTooLarge:
      'Twoje konto należy do tak wielu grup, że serwer nie przyjmuje logowania. Poproś dział IT, aby usługa logowania nie wpisywała grup do tokenu dostępu.',
    reason: 'Szczegóły dla działu IT',
    ended: 'Twoja sesja wygasła. Zaloguj się, aby wrócić w to samo miejsce; niezapisane zmiany czekają na tym komputerze.',
    unreachable: 'Usługa logowania nie odpowiada. Spróbuj za chwilę.',
    stillSignedIn:
      'Na tym komputerze wylogowano, ale usługa logowania nie odpowiedziała: następna osoba weszłaby na to samo konto bez hasła. Wyloguj także tam albo zamknij przeglądarkę.',
    signOutAgain: 'Wyloguj także tam',
    noSignOut:
      'Na tym komputerze wylogowano, ale w usłudze logowania nie można się wylogować: następna osoba weszłaby na to samo konto bez hasła. Zamknij wszystkie okna przeglądarki.',
  },
  {
    title: 'Back-office of the chain’s app',
    lead: 'Sign in with your company account to send notifications and manage what customers see.',
    language: 'Language',
    sampleTitle: 'Fresh strawberries 30% off',
    sampleText: 'Today only, in all stores. Open the app to see what else is on offer.',
    logIn: 'Log In',
    logOut: 'Log Out',
    goOn: 'Go to notifications',
    goBack: 'Go back to where you were',
    signedInAs: (name) => `Signed in as ${name}`,
    finishing: 'Signing in …',
    failed: 'Sign-in failed. Please try again.',
    cancelled: 'Sign-in was cancelled.',
    clockAhead: (n) => `The clock of this computer is ${minutes(n)} ahead. Set the correct date and time, then sign in again.`,
    clockBehind: (n) => `The clock of this computer is ${minutes(n)} behind. Set the correct date and time, then sign in again.`,
    tokenTooLarge:
      'Your account belongs to so many groups that the server does not accept the sign-in. Ask IT support to have the sign-in service leave groups out of access tokens.',
    reason: 'Details for IT support',
    ended: 'Your session ended. Sign in to go on where you were; unsaved changes are kept on this computer.',
    unreachable: 'The sign-in service does not answer. Try again in a moment.',
    stillSignedIn:
      'You are signed out here, but the sign-in service did not answer: the next person would enter this account without a password. Sign out there as well, or close the browser.',
    signOutAgain: 'Sign out there too',
    noSignOut:
      'You are signed out here, but the sign-in service has no sign-out: the next person would enter this account without a password. Close all windows of the browser.',
  },
);

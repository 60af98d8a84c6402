import { catalogue, plural } from '../../../lib/language.tsx';

/** Texts of approval requests and of their decisions (CARE-04). */
export const approvalMessages = catalogue(
  {
    waits: 'Czeka na zatwierdzenie',
    asked: (person: string, time: string) => `O zatwierdzenie prosi: ${person}, ${time}.`,
    askedAtStart:
      'Przy planowaniu zatwierdzenie nie było potrzebne. W chwili startu już było, więc Endcap nie wysłał tego powiadomienia i czeka na decyzję.',
    outgrown: (n: number, shown: string) =>
      `Zatwierdzono je dla ${shown} ${plural('pl', n, { one: 'urządzenia', few: 'urządzeń', many: 'urządzeń', other: 'urządzenia' })}. Do chwili startu odbiorców przybyło o ponad jedną dziesiątą, więc Endcap pyta ponownie.`,
    atOnce: (n: number, shown: string) =>
      `Po zatwierdzeniu wysyłka zacznie się od razu, do ${shown} ${plural('pl', n, { one: 'urządzenia', few: 'urządzeń', many: 'urządzeń', other: 'urządzenia' })} według stanu z chwili prośby.`,
    atTime: (moment: string, n: number, shown: string) =>
      `Po zatwierdzeniu wysyłka zacznie się ${moment}, do ${shown} ${plural('pl', n, { one: 'urządzenia', few: 'urządzeń', many: 'urządzeń', other: 'urządzenia' })} według stanu z chwili prośby.`,
    together: (n: number, shown: string) =>
      `Razem z innymi wysyłkami tej osoby z 24 godzin, których nikt nie zatwierdzał, to ${shown} ${plural('pl', n, { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' })}, każde liczone raz.`,
    timePassed:
      'Ten czas już minął: zatwierdzona teraz, zacznie się od razu, a po ponad dwóch godzinach poczeka na decyzję, kiedy ją wysłać.',
    mayNot: {
      own: 'Własnej wysyłki nie można zatwierdzić, także tej, którą się ostatnio zmieniło: zrobi to inny administrator.',
      staff: 'Zatwierdza administrator.',
    },
    approve: 'Zatwierdź',
    decline: 'Odrzuć',
    approveTitle: 'Zatwierdzić wysyłkę?',
    approveNow: 'Wysyłka zacznie się od razu, w ramach dzisiejszego limitu.',
    approveLater: (moment: string) => `Wysyłka zacznie się sama ${moment}.`,
    approvePassed: 'Jej czas już minął: zacznie się od razu, a jeśli minęły ponad dwie godziny, poczeka na decyzję, kiedy ją wysłać.',
    declineTitle: 'Odrzucić wysyłkę?',
    declineText: 'Nikt nie dostanie tego powiadomienia, a jego dzień będzie znów wolny. Tego nie można cofnąć.',
    word: 'Dlaczego (autor to zobaczy)',
    wordRequired: 'Napisz, dlaczego',
    failed: 'Nie udało się. Spróbuj ponownie.',
    refused: {
      conflict: 'Za późno: ktoś już zdecydował albo autor zrezygnował.',
      precondition_failed: 'W międzyczasie ktoś zmienił to powiadomienie. Zamknij okno i przeczytaj je jeszcze raz.',
      own_send: 'Własnej wysyłki nie można zatwierdzić ani odrzucić.',
      quiet_hours: 'Ta wysyłka zaczęłaby się w godzinach ciszy. Zatwierdź ją po nich albo poproś o inną porę.',
      forbidden: 'Osoba, która to zaplanowała, nie może już wysyłać do tych odbiorców. Odrzuć tę wysyłkę albo zaplanuj własną.',
      quota_used_up: 'Na dziś jest już powiadomienie, wysłane albo zaplanowane. Dozwolone jest jedno dziennie.',
      validity_over: 'Minęła data ważności.',
      never_sent: 'Żaden telefon nie ma już tego powiadomienia.',
      outcomes_ended: 'Minęło zbyt wiele czasu: nie wiadomo już, które telefony je mają.',
    } as Record<string, string>,
    declined: (person: string, time: string) => `Odrzucono: ${person}, ${time}`,
    fact: 'Zatwierdzenie',
    states: { waiting: 'czeka', approved: 'zatwierdzono', declined: 'odrzucono', withdrawn: 'nikt nie zdecydował' },
    decided: (state: string, person: string, time: string) => `${state}: ${person}, ${time}`,
    askedFor: (person: string, time: string) => `prośba: ${person}, ${time}`,
    ofFormerText: 'tej treści nikt nie zatwierdził: poprawiono ją po zatwierdzeniu',
  },
  {
    waits: 'Waiting for approval',
    asked: (person, time) => `${person} asked for approval, ${time}.`,
    askedAtStart:
      'When it was planned it needed no approval. When it was due to start it did, so Endcap has not sent it and waits for a decision.',
    outgrown: (n, shown) =>
      `It was approved for ${shown} ${plural('en', n, { one: 'device', other: 'devices' })}. By the time it was due to start its audience had grown by more than a tenth, so Endcap asks again.`,
    atOnce: (n, shown) =>
      `Once approved, sending starts at once, to ${shown} ${plural('en', n, { one: 'device', other: 'devices' })} as counted when it was asked for.`,
    atTime: (moment, n, shown) =>
      `Once approved, sending starts ${moment}, to ${shown} ${plural('en', n, { one: 'device', other: 'devices' })} as counted when it was asked for.`,
    together: (n, shown) =>
      `With this person's other sends of 24 hours that nobody approved it is ${shown} ${plural('en', n, { one: 'device', other: 'devices' })}, each counted once.`,
    timePassed: 'That time has passed: approved now it starts at once, and after more than two hours it waits for somebody to say when.',
    mayNot: {
      own: 'You cannot approve your own send, or one that you were the last to change: another administrator has to.',
      staff: 'An administrator approves it.',
    },
    approve: 'Approve',
    decline: 'Decline',
    approveTitle: 'Approve this send?',
    approveNow: "Sending starts at once, within today's limit.",
    approveLater: (moment) => `Sending starts by itself ${moment}.`,
    approvePassed: 'Its time has passed: it starts at once, or, after more than two hours, waits for somebody to say when.',
    declineTitle: 'Decline this send?',
    declineText: 'Nobody will get this notification, and its day is free again. This cannot be undone.',
    word: 'Why (its author will see it)',
    wordRequired: 'Say why',
    failed: 'That did not work. Try again.',
    refused: {
      conflict: 'Too late: somebody has decided, or its author withdrew it.',
      precondition_failed: 'Somebody changed this notification meanwhile. Close this and read it again.',
      own_send: 'You cannot approve or decline your own send.',
      quiet_hours: 'This send would start in quiet hours. Approve it afterwards, or ask for another time.',
      forbidden: 'The person who planned it may not send to this audience any more. Decline it, or plan one of your own.',
      quota_used_up: 'There is a notification today already, sent or planned. Only one per day is allowed.',
      validity_over: 'The end of validity has passed.',
      never_sent: 'No phone has this notification any more.',
      outcomes_ended: 'Too much time has passed: it is no longer known which phones have it.',
    } as Record<string, string>,
    declined: (person, time) => `Declined: ${person}, ${time}`,
    fact: 'Approval',
    states: { waiting: 'waiting', approved: 'approved', declined: 'declined', withdrawn: 'nobody decided' },
    decided: (state, person, time) => `${state}: ${person}, ${time}`,
    askedFor: (person, time) => `asked for: ${person}, ${time}`,
    ofFormerText: 'nobody approved this text: it was corrected after the approval',
  },
);

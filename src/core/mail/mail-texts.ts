/**
 * Every email: its subject and its text before a person edits it, in each of its languages, and how it ends (SPEC C540).
 * `own`: the account's own text (`settings.ts`), which replaces the text but never the subject.
 */
import { ADMIN_LINK_HOURS, MAILED_LINK_HOURS } from '#core/accounts/reset-link.ts'
import { formatDay, type Day, type Period } from '#core/calendar.ts'
import type { Language } from '#core/languages.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { INVITATION_DAYS } from '#core/team/invitations.ts'
import type { MailKind } from './mails.ts'
import type { MailSettings } from './settings.ts'

export type MailText = { subject: string; text: string }

type Statement = { number: number | null; truck: string; settlementDate: Day; company: string }

export const writeMail = {
  statement: inLanguages<Statement>({
    own: { en: 'statementText', es: 'statementTextEs' },
    en: ({ number, truck, settlementDate, company }) => ({
      subject: `Settlement statement ${number ?? ''}, truck ${truck}, ${formatDay(settlementDate)} - ${company}`,
      text: `Attached is your settlement statement of ${formatDay(settlementDate)}, truck ${truck}.`,
    }),
    es: ({ number, truck, settlementDate, company }) => ({
      subject: `Liquidación ${number ?? ''}, camión ${truck}, ${formatDay(settlementDate)} - ${company}`,
      text: `Adjuntamos su liquidación del ${formatDay(settlementDate)}, camión ${truck}.`,
    }),
  }),

  /** `link`: the whole address with the token. */
  invitation: inLanguages<{ company: string; inviter: string; link: string }>({
    en: ({ company, inviter, link }) => ({
      subject: `Invitation from ${company}`,
      text: joinParagraphs(
        `${inviter} invited you to join ${company} in Haulbook.`,
        `Open this link. It works once, for ${INVITATION_DAYS} days:\n${link}`,
      ),
    }),
    es: ({ company, inviter, link }) => ({
      subject: `Invitación de ${company}`,
      text: joinParagraphs(
        `${inviter} le invita a unirse a ${company} en Haulbook.`,
        `Abra este enlace. Sirve una vez, durante ${INVITATION_DAYS} días:\n${link}`,
      ),
    }),
  }),

  /** `link`: the whole address with the token. `admin`: the name of the Admin who made it (SPEC C493, C494). */
  reset: inLanguages<{ email: string; link: string; admin?: string | undefined }>({
    en: ({ email, link, admin }) => ({
      subject: 'New password for Haulbook',
      text: joinParagraphs(
        admin
          ? `${admin} sends you a link to choose a new password for ${email}.`
          : `Someone asked for a new password for ${email}. If it was not you, do nothing: your password stays as it is.`,
        `Open this link. It works once, for ${countHours(admin, 'hour', 'hours')}:\n${link}`,
      ),
    }),
    es: ({ email, link, admin }) => ({
      subject: 'Contraseña nueva de Haulbook',
      text: joinParagraphs(
        admin
          ? `${admin} le envía un enlace para elegir una contraseña nueva de ${email}.`
          : `Alguien pidió una contraseña nueva de ${email}. Si no fue usted, no haga nada: su contraseña no cambia.`,
        `Abra este enlace. Sirve una vez, durante ${countHours(admin, 'hora', 'horas')}:\n${link}`,
      ),
    }),
  }),

  /** `label`: what is stamped on its papers, "Invoice 1042 · Load 20512345". */
  invoice: inLanguages<{ label: string }>({
    own: { en: 'invoiceText' },
    en: ({ label }) => ({ subject: label, text: `${label} is attached with its documents.` }),
  }),

  schedule: inLanguages<{ number: string; clientNumber: string | null; invoices: number }>({
    en: ({ number, clientNumber, invoices }) => ({
      subject: `Schedule ${number}`.trim() + (clientNumber ? `, client ${clientNumber}` : ''),
      text: `Attached are schedule ${number} and ${
        invoices === 1 ? 'the packet of 1 invoice' : `the packets of ${invoices} invoices`
      }.`,
    }),
  }),

  'account-statement': inLanguages<Period & { company: string; closing: Amount }>({
    en: ({ from, to, company, closing }) => ({
      subject: `Statement of account on ${formatDay(to)} - ${company}`,
      text: `Attached is your statement of account from ${formatDay(from)} to ${formatDay(to)}. The balance is ${formatMoney(toCents(closing))}.`,
    }),
  }),

  test: inLanguages<{ host: string }>({
    en: ({ host }) => ({
      subject: 'Test email',
      text: `This test email was sent by Haulbook.\nIts mail server is ${host}.`,
    }),
  }),
}

/** In the text of a reminder: the list of invoices, the last day to pay and the company's name. */
export const PLACEHOLDERS = { invoices: '{invoices}', payBy: '{pay-by}', company: '{company}' }

/** The reminders of unpaid invoices by stage. The subject goes on with the invoices. An account has its own text of each. */
export const REMINDER_TEXTS = {
  before: {
    subject: 'Payment reminder',
    text: [
      'Hello,',
      'A friendly reminder that these invoices are due soon:',
      PLACEHOLDERS.invoices,
      'If any paperwork is missing, tell us and we will send it today. If your payment is on its way, thank you.',
      PLACEHOLDERS.company,
    ].join('\n\n'),
  },
  due: {
    subject: 'Past due',
    text: [
      'Hello,',
      'These invoices are past due:',
      PLACEHOLDERS.invoices,
      'Please let us know the date of your payment, or what you need from us to pay.',
      PLACEHOLDERS.company,
    ].join('\n\n'),
  },
  final: {
    subject: 'Final notice',
    text: [
      'Hello,',
      'This is our final notice. These invoices are still not paid:',
      PLACEHOLDERS.invoices,
      `Please pay by ${PLACEHOLDERS.payBy}. If we do not have your payment by then, we will file a claim against your surety bond or trust fund (BMC-84 or BMC-85).`,
      PLACEHOLDERS.company,
    ].join('\n\n'),
  },
} as const satisfies Record<string, MailText>

type End = (end: { signature: string | null; company: string }) => string | null

/** The last paragraph of each email. A reminder has its own end: `{company}` in its text. */
const ENDS: Record<Exclude<MailKind, 'reminder'> | 'test', End> = {
  invoice: ({ signature }) => signature,
  schedule: ({ signature }) => signature,
  'account-statement': ({ signature }) => signature,
  statement: ({ signature, company }) => signature ?? company,
  invitation: ({ company }) => company,
  test: () => null,
}

/** The text as it is sent. `text`: as the person left it. */
export function endMail(
  kind: MailKind | 'test',
  text: string | null,
  end: Parameters<End>[0],
): string {
  return kind === 'reminder' ? (text ?? '') : joinParagraphs(text, ENDS[kind](end))
}

/** How long a reset link works. */
function countHours(admin: string | undefined, one: string, many: string): string {
  const hours = admin ? ADMIN_LINK_HOURS : MAILED_LINK_HOURS
  return `${hours} ${hours === 1 ? one : many}`
}

function joinParagraphs(...paragraphs: (string | null)[]): string {
  return `${paragraphs.flatMap((paragraph) => paragraph?.trim() || []).join('\n\n')}\n`
}

type Declared<Facts> = {
  en: (facts: Facts) => MailText
  es?: (facts: Facts) => MailText
  own?: Partial<Record<Language, keyof MailSettings>>
}

/** An email without a text in the language is written in English. */
function inLanguages<Facts>({ en, es = en, own }: Declared<Facts>) {
  return (facts: Facts, settings?: MailSettings, language: Language = 'en'): MailText => {
    const written = language === 'es' ? es(facts) : en(facts)
    const name = own?.[language]
    return { ...written, text: (name && settings?.[name]) ?? written.text }
  }
}

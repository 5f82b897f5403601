/** Statements by email: who gets one (SPEC C190). */
import { z } from 'zod'
import type { StatementEmail } from '#core/entities/statement-email.ts'
import { languageSchema } from '#core/language-schemas.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import { addressesSchema, findAddressError } from './addresses.ts'
import { MAIL_STATES, type MailState } from './mails.ts'

export const statementMailMessages = {
  draft: 'Approve it first',
  void: 'A void statement can’t be emailed',
  noPayee: 'No owner or driver',
  notChosen: 'Not chosen: see Statements by Email on the payee’s page',
  noAddress: 'No email address',
  confirmAgain: (state: string) => `This statement was already emailed: ${state}. Email it again?`,
}

/** What decides whether the run emails a statement. `last`: its newest email. */
export type StatementMailFacts = {
  status: SettlementStatus
  payee: { email: string; statementEmail: StatementEmail } | null
  last: MailState | null
}

/** `ready`: the run will email it. `mailed`: its email is queued, sent, or possibly sent. `left`: it is not emailed, and why. */
export type StatementMailChoice =
  | { state: 'ready' | 'mailed'; why: null }
  | { state: 'left'; why: string }

export function decideStatementMail({
  status,
  payee,
  last,
}: StatementMailFacts): StatementMailChoice {
  if (last !== null && last !== 'failed') return { state: 'mailed', why: null }
  const why = findReason(status, payee)
  return why === null ? { state: 'ready', why } : { state: 'left', why }
}

function findReason(status: SettlementStatus, payee: StatementMailFacts['payee']): string | null {
  if (status === 'pending') return statementMailMessages.draft
  if (status === 'void') return statementMailMessages.void
  if (!payee) return statementMailMessages.noPayee
  if (payee.statementEmail === 'no') return statementMailMessages.notChosen
  if (!payee.email) return statementMailMessages.noAddress
  return findAddressError(payee.email, 'required')
}

/** A statement of the run, and whether it is emailed. */
const statementMailSchema = z.object({
  id: z.int().describe('Id of the settlement'),
  number: z.int().nullable(),
  truck: z.string(),
  payee: z.string().nullable(),
  email: z.string().nullable(),
  language: languageSchema,
  state: z.enum(['ready', 'mailed', 'left']),
  why: z.string().nullable().describe('Why it is not emailed'),
  mailState: z.enum(MAIL_STATES.map(({ value }) => value)).nullable(),
  answer: z.string().nullable().describe('The mail server’s reply to the newest email'),
})

export type StatementMail = z.output<typeof statementMailSchema>

export const statementMailsSchema = z.object({
  setUp: z.boolean().describe('Whether this server sends email'),
  statements: z.array(statementMailSchema),
})

export type StatementMails = z.output<typeof statementMailsSchema>

/** One statement, and whether this server sends email. */
export const statementToMailSchema = statementMailSchema.extend({ setUp: z.boolean() })

export type StatementToMail = z.output<typeof statementToMailSchema>

/** `queued`: how many emails were queued. */
export const mailedRunSchema = statementMailsSchema.extend({ queued: z.int() })

/** The body of `POST /api/billing/{id}/mail`. The default address is the payee's. "again" confirms a second email. */
export const newStatementMailSchema = z.object({
  to: addressesSchema('required').optional(),
  cc: addressesSchema('optional').default([]),
  language: languageSchema.default('en'),
  confirmed: z.array(z.string()).max(10).default([]),
})

export type NewStatementMail = z.output<typeof newStatementMailSchema>

/** `POST /api/billing/{id}/mail`: the id of the email. */
export const queuedMailSchema = z.object({ id: z.int() })

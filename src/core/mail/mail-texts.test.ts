import { expect, test } from 'vitest'
import { endMail, PLACEHOLDERS, REMINDER_TEXTS, writeMail } from './mail-texts.ts'
import { MAIL_KINDS } from './mails.ts'
import { NO_MAIL_SETTINGS } from './settings.ts'

const STATEMENT = { number: 7, truck: '12', settlementDate: '2026-11-20', company: 'Acme' }

test('C540 An email ends with the signature; a statement without one and an invitation with the company', () => {
  const end = (signature: string | null) =>
    MAIL_KINDS.map(({ value }) => [
      value,
      endMail(value, ' Hello \n', { signature, company: 'Co' }),
    ])
  const signed = 'Hello\n\nAnn\n'
  expect(Object.fromEntries(end('Ann'))).toEqual({
    invoice: signed,
    schedule: signed,
    'account-statement': signed,
    statement: signed,
    invitation: 'Hello\n\nCo\n',
    reminder: ' Hello \n',
  })
  expect(Object.fromEntries(end(null))).toMatchObject({
    invoice: 'Hello\n',
    statement: 'Hello\n\nCo\n',
  })
  expect(endMail('invoice', null, { signature: 'Ann', company: 'Co' })).toBe('Ann\n')
})

test('C540 The account’s own text replaces the text of an email in its language, and leaves the subject', () => {
  const own = { ...NO_MAIL_SETTINGS, statementText: 'Here it is.' }
  expect(writeMail.statement(STATEMENT, own)).toEqual({
    subject: 'Settlement statement 7, truck 12, 11/20/2026 - Acme',
    text: 'Here it is.',
  })
  expect(writeMail.statement(STATEMENT, own, 'es')).toEqual({
    subject: 'Liquidación 7, camión 12, 11/20/2026 - Acme',
    text: 'Adjuntamos su liquidación del 11/20/2026, camión 12.',
  })
  const schedule = { number: '3', clientNumber: '88', invoices: 2 }
  expect(writeMail.schedule(schedule, own, 'es')).toEqual({
    subject: 'Schedule 3, client 88',
    text: 'Attached are schedule 3 and the packets of 2 invoices.',
  })
})

test('C540 Each reminder lists its invoices and ends with the company', () => {
  for (const { text } of Object.values(REMINDER_TEXTS)) {
    expect(text).toContain(PLACEHOLDERS.invoices)
    expect(text.endsWith(PLACEHOLDERS.company)).toBe(true)
  }
})

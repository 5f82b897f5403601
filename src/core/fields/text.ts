/** Fields of text: names, addresses, phone numbers, notes. SPEC B11 defines their lengths. */
import { z } from 'zod'
import {
  ADDRESS_LENGTH,
  linesOfText,
  LONG_LENGTH,
  optional,
  requiredText,
  toSentenceCase,
  SHORT_LENGTH,
  shortText,
} from './checks.ts'
import { findAddressError, splitAddresses } from '#core/mail/addresses.ts'
import type { Field } from './field.ts'

export function text(label: string): Field<string> {
  return { label, control: 'text', schema: requiredText(label, SHORT_LENGTH), formDefault: '' }
}

export function optionalText(label: string): Field<string | null> {
  return { label, control: 'text', ...optional(shortText(label, SHORT_LENGTH)) }
}

/** A number that users assign, as text: "1042", "T-9" (SPEC B20). */
export function uniqueNumber(label: string): Field<string> {
  return { ...text(label), unique: true, number: true }
}

/** Blank numbers are stored as null and are never duplicates of each other (SPEC B15). */
export function optionalUniqueNumber(label: string): Field<string | null> {
  return { ...optionalText(label), unique: true, number: true }
}

/** A number on a paper of someone else, such as a PO number. Every search finds it (SPEC C127). */
export function referenceNumber(label: string): Field<string | null> {
  return { ...optionalText(label), number: true, searched: true }
}

export function phone(label: string): Field<string> {
  return { ...text(label), control: 'phone' }
}

export function optionalPhone(label: string): Field<string | null> {
  return { ...optionalText(label), control: 'phone' }
}

export function email(label: string): Field<string> {
  const schema = requiredText(label, SHORT_LENGTH).regex(z.regexes.email, 'Invalid email address')
  return { label, control: 'email', schema, formDefault: '' }
}

export function optionalEmail(label: string): Field<string | null> {
  const schema = shortText(label, SHORT_LENGTH).refine(
    (value) => value === '' || z.regexes.email.test(value),
    'Invalid email address',
  )
  return { label, control: 'email', ...optional(schema) }
}

/** One or more addresses that emails are sent to. Stored as "ap@acme.example, bob@acme.example" (SPEC C428). */
export function emails(label: string): Field<string> {
  const schema = withAddresses(requiredText(label, LONGEST_COPY))
  return { label, control: 'emails', schema, formDefault: '' }
}

export function optionalEmails(label: string): Field<string | null> {
  return { label, control: 'emails', ...optional(withAddresses(shortText(label, LONGEST_COPY))) }
}

/** Addresses that an email program copied have names, which are not stored. */
const LONGEST_COPY = 2_000

function withAddresses(schema: z.ZodString) {
  return schema.check(
    z.superRefine<string>((text, context) => {
      const message = findAddressError(text, 'optional')
      if (message === null) return
      const isOne = splitAddresses(text).length === 1
      context.addIssue({ code: 'custom', message: isOne ? 'Invalid email address' : message })
    }),
    z.overwrite((text: string) => splitAddresses(text).join(', ')),
    z.maxLength(ADDRESS_LENGTH, `Addresses must be ${ADDRESS_LENGTH} characters or fewer`),
  )
}

export function address(label: string): Field<string> {
  const schema = linesOfText(label, ADDRESS_LENGTH).min(1, `${toSentenceCase(label)} is required`)
  return { label, control: 'lines', schema, formDefault: '' }
}

export function optionalAddress(label: string): Field<string | null> {
  return { label, control: 'lines', ...optional(linesOfText(label, ADDRESS_LENGTH)) }
}

/** Notes and bank details: several lines, up to 10,000 characters. */
export function notes(label: string): Field<string | null> {
  return { label, control: 'lines', ...optional(linesOfText(label, LONG_LENGTH)) }
}

/** Two letters, stored in uppercase (SPEC B16a). */
export function state(label: string): Field<string> {
  const schema = z
    .string(STATE_LENGTH)
    .trim()
    .length(2, STATE_LENGTH)
    .regex(/^[A-Za-z]*$/, 'State must be two letters')
    .toUpperCase()
  return { label, control: 'state', schema, formDefault: '' }
}

export function optionalState(label: string): Field<string | null> {
  const schema = z
    .string(STATE_LENGTH)
    .trim()
    .refine((typed) => typed === '' || typed.length === 2, STATE_LENGTH)
    .regex(/^[A-Za-z]*$/, 'State must be two letters')
    .toUpperCase()
  return { label, control: 'state', ...optional(schema) }
}

const STATE_LENGTH = 'State must be exactly 2 characters'

/** The addresses of an email: "a@example.com, b@example.com" (SPEC C183), also as email programs copy them (SPEC C428). */
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { mailMessages } from './messages.ts'

/** The maximum number of addresses in one email, To and Cc together. */
const MAX_ADDRESSES = 20
const LONGEST_ADDRESS = 254

/** One address without a name. No space, comma, angle bracket or line break can be in it. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && z.regexes.email.test(text)
}

/**
 * Lists the addresses of `"Acme, AP" <ap@acme.example>; Bob <bob@acme.example>` without their names, each once. A part that is not
 * an address stays as it was typed.
 */
export function splitAddresses(text: string): string[] {
  // A line break could add a header.
  const parts = CONTROL.test(text) ? [text.trim()] : readParts(text)
  return parts.filter(
    (part, at) =>
      part !== '' && parts.findIndex((other) => other.toLowerCase() === part.toLowerCase()) === at,
  )
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** `"ap@old.example" <`: a name, whatever is in it. */
const QUOTED_NAME = /(?:"[^"]*"|(?<![\p{L}\p{N}])'[^'<>]*')(?=\s*<)/gu

function readParts(text: string): string[] {
  const mentioned = listMentioned(text.replaceAll(QUOTED_NAME, ' '))
  const parsed = addressparser(text, { flatten: true })
  const parts = parsed.flatMap(({ name, address }) => {
    const nameAndAddress = name && address ? `${name} <${address}>` : name || address
    const typed = parsed.length === 1 ? text.trim() : nameAndAddress
    const words = name.split(/[\s'"]+/).filter(Boolean)
    // "a@x.example b@x.example": the second is not a name.
    const others = words.filter(
      (word) =>
        word.includes('@') &&
        word.toLowerCase() !== address.toLowerCase() &&
        listMentioned(word).some((one) => mentioned.includes(one)),
    )
    if (!others.length) return [isMailAddress(address) ? address : typed]
    const areAddresses = others.length === words.length && !text.includes('(')
    return areAddresses ? [address, ...others] : [typed]
  })
  // "a@x.example CC: b@x.example" is a group with the name "a@x.example CC".
  const found = listMentioned(parts.join(' '))
  const isComplete = mentioned.every(
    (one) =>
      found.includes(one) || (!isMailAddress(one) && found.some((other) => other.includes(one))),
  )
  return isComplete ? parts : [text.trim()]
}

/** The words with "@", in lowercase. */
function listMentioned(text: string): string[] {
  const words = text.toLowerCase().split(/[\s<>(),;:"]+/)
  return words.filter((word) => word.includes('@'))
}

/** The domains of the addresses, in lowercase, each once. */
export function listDomains(text: string | null): string[] {
  const domains = splitAddresses(text ?? '').flatMap((one) => one.split('@')[1] ?? [])
  return [...new Set(domains.map((domain) => domain.toLowerCase()))]
}

/** Why the text is not a list of addresses, or null. `required`: at least one. */
export function findAddressError(text: string, required: 'required' | 'optional'): string | null {
  const addresses = splitAddresses(text)
  const wrong = addresses.find((address) => !isMailAddress(address))
  if (wrong !== undefined) return mailMessages.address(wrong)
  if (addresses.length > MAX_ADDRESSES) return mailMessages.tooManyAddresses(MAX_ADDRESSES)
  return required === 'required' && !addresses.length ? mailMessages.noAddress : null
}

/** Why an email can't go to so many addresses, or null. */
export function findCountError(to: readonly string[], cc: readonly string[]): string | null {
  const isTooMany = splitAddresses([...to, ...cc].join(', ')).length > MAX_ADDRESSES
  return isTooMany ? mailMessages.tooManyInAll(MAX_ADDRESSES) : null
}

/** A field of a request with one or more addresses. Its output is the list. */
export function addressesSchema(required: 'required' | 'optional') {
  return z
    .string(mailMessages.noAddress)
    .max(MAX_ADDRESSES * LONGEST_ADDRESS, mailMessages.tooManyAddresses(MAX_ADDRESSES))
    .superRefine((text, context) => {
      const message = findAddressError(text, required)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .transform(splitAddresses)
}

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** A text for a header: one line without control characters (SPEC C183). */
export function toHeaderText(text: string, maxLength = 200): string {
  return text.replaceAll(CONTROLS, ' ').replaceAll(/ {2,}/g, ' ').trim().slice(0, maxLength).trim()
}

/** The state of an email after an attempt to send it (SPEC C185, C186). */
import type { MailState } from './mails.ts'

/** Minutes until the next try, after each failed try. After the last try the email has failed. */
export const RETRY_MINUTES = [1, 5, 30, 240, 720] as const

/**
 * `code`: the code of the mail server's reply, such as 250 or 550; undefined without a reply. `handedOver`: whether the end of
 * the email's data was sent. `attempts`: the number of tries, including this one. `refused`: whether the mail server rejected
 * some addresses. `isTemporary`: whether it rejected one of them only for now (4xx). `before`: whether it accepted the email for other addresses before.
 */
export type Try = {
  code: number | undefined
  handedOver: boolean
  attempts: number
  refused?: boolean
  isTemporary?: boolean
  before?: boolean
}

/** The result of a try. `waitMinutes`: minutes until the next try of a queued email. */
export type Outcome = { state: MailState; waitMinutes?: number }

/**
 * An email is accepted, permanently rejected (5xx), or tried again later, then only for the addresses that were rejected. If the mail server does not reply after the end of
 * the data, the email may have been sent, so it is never tried again automatically.
 */
export function decideOutcome(tried: Try): Outcome {
  const { code, handedOver, attempts, refused, isTemporary, before } = tried
  const isAccepted = code !== undefined && code >= 200 && code < 300
  const failed: Outcome = { state: before || isAccepted ? 'partly' : 'failed' }
  if (isAccepted && !refused) return { state: 'sent' }
  if (isAccepted ? !isTemporary : code !== undefined && code >= 500) return failed
  if (code === undefined && handedOver) return { state: 'unknown' }
  const waitMinutes = RETRY_MINUTES[attempts - 1]
  return waitMinutes === undefined ? failed : { state: 'queued', waitMinutes }
}

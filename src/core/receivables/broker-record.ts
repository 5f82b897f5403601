/** The request for the broker's record of a load (49 CFR 371.3(c), SPEC C289). */
import { formatDay, type Day } from '#core/calendar.ts'

/** `brokerNumber`: the broker's own number of the load; null if there is none. */
export type RequestedLoad = {
  number: string
  brokerNumber: string | null
  route: string
  deliveredOn: Day | null
}

export const BROKER_RECORD = {
  title: 'Request for Transaction Records',
  /** The hint on the screen: what a person checks before sending the letter. */
  hint: 'A carrier may ask for the broker’s record of its loads (49 CFR 371.3(c)). Many broker contracts waive this right: read yours first.',
} as const

/** The letter to the broker, in paragraphs. `company`: the carrier that signs. */
export function writeBrokerRecordLetter({
  company,
  number,
  invoiceDate,
  loads,
}: {
  company: string
  number: string
  invoiceDate: Day
  loads: number
}): string[] {
  const these = loads === 1 ? 'this load' : 'these loads'
  return [
    `We hauled ${these} for you and billed ${loads === 1 ? 'it' : 'them'} on invoice ${number} of ${formatDay(invoiceDate)}. As a party to the brokered transaction, we ask to review your record of ${these} under 49 CFR 371.3(c).`,
    'Please send us a copy of the record, with the freight charges that you collected and what you were paid for your service.',
    'Please reply to the address or email above.',
    company,
  ]
}

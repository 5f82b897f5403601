/** Finds the account's broker that a rate confirmation comes from (SPEC C123). */
import { listDomains } from '#core/mail/addresses.ts'
import { simplify } from './broker.ts'
import type { Reading } from './reading.ts'

export type KnownBroker = {
  id: number
  companyName: string
  mcNumber: string | null
  email: string | null
}

/** The texts on the paper to search for a broker with, most reliable first. */
export function brokerSearches({ fields }: Pick<Reading, 'fields'>): string[] {
  const name = fields.brokerName?.value.replace(/[,.]?\s*(?:inc|llc|corp|ltd)\.?$/i, '')
  const searches = [fields.brokerMc?.value, fields.brokerDomain?.value, name]
  return searches.filter((text) => text !== undefined)
}

/** Finds the broker by MC number, else by the domain of its email, else by name. Null if none or several match. */
export function matchBroker(
  brokers: readonly KnownBroker[],
  { fields }: Pick<Reading, 'fields'>,
): KnownBroker | null {
  const { brokerMc, brokerDomain, brokerName } = fields
  const steps: (((broker: KnownBroker) => boolean) | undefined)[] = [
    brokerMc && (({ mcNumber }) => digitsOf(mcNumber) === digitsOf(brokerMc.value)),
    brokerDomain && (({ email }) => listDomains(email).includes(brokerDomain.value.toLowerCase())),
    brokerName && (({ companyName }) => isSameName(companyName, brokerName.value)),
  ]
  for (const fits of steps) {
    const found = fits ? brokers.filter(fits) : []
    if (found.length > 1) return null
    if (found[0]) return found[0]
  }
  return null
}

function digitsOf(text: string | null): string {
  return (text ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
}

function isSameName(a: string, b: string): boolean {
  const [one, other] = [simplify(a), simplify(b)]
  return one !== '' && one === other
}

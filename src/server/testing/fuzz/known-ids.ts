/** The ids that calls use: those of records that earlier calls created, of another account, and missing ones. */
import type { Chance } from './chance.ts'

export type KnownIds = {
  /** `kind`: the word in the path before the id, such as "billing". */
  add: (kind: string, id: number) => void
  /** `ownShare`: how often it is an id of this account. */
  pick: (kind: string, chance: Chance, ownShare?: number) => number
}

const MAX_PER_KIND = 20
const SAME_IDS: Record<string, string> = { balances: 'deduction-rules', rules: 'deduction-rules' }

export function createKnownIds(foreign: readonly number[]): KnownIds {
  const byKind = new Map<string, number[]>()
  const listOf = (kind: string) => byKind.get(SAME_IDS[kind] ?? kind) ?? []
  return {
    add(kind, id) {
      byKind.set(kind, [id, ...listOf(kind)].slice(0, MAX_PER_KIND))
    },
    pick(kind, chance, ownShare = 0.8) {
      const own = listOf(kind)
      return chance.oneOf(own.length && chance.in(ownShare) ? own : foreign)
    },
  }
}

/** "/api/billing/{id}/expenses" → "expenses", the kind of the id in the response. */
export function kindOfPath(path: string): string {
  const words = path.split('/').filter((word) => word && !word.startsWith('{'))
  return words.at(-1) ?? ''
}

/** "truckId" → "trucks". */
export function kindOfLink(name: string): string {
  if (name === 'billingId') return 'billing'
  return `${name.replace(/^to|Id$/g, '').toLowerCase()}s`
}

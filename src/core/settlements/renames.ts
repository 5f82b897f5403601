/** Deductions of the settings that were renamed: they have nothing but their names to be known by (SPEC C2). */
import type { Company } from '#core/settings/company.ts'
import { defaultRules, type Rule } from './rules.ts'

type Pair = [before: Rule, after: Rule]
type Rename = { from: string; to: string; name: string; renamed: string }

/**
 * Which keys of the settings' own deductions become which. Of those whose names are gone, one that is
 * taken as before under a new name is the same; else the one at the same place, where none was added or
 * removed. A removed one becomes no other: what it took would be said to be for something else.
 */
export function findRenamedDefaults(before: Company, after: Company): Rename[] {
  const [old, now] = [defaultRules(before), defaultRules(after)]
  const gone = without(old, now)
  const come = without(now, old)
  const alike = matchPairs(gone, come, hasSameBasis)
  const found = new Set(alike.flat())
  const left = (rules: Rule[]) => rules.filter((rule) => !found.has(rule))
  const atPlace = (one: Rule, next: Rule) =>
    old.length === now.length && old.indexOf(one) === now.indexOf(next)
  return [...alike, ...matchPairs(left(gone), left(come), atPlace)].map(toRename)
}

/** Each of the one list with the first of the other that fits it and is not taken yet. */
function matchPairs(gone: Rule[], come: Rule[], fit: (one: Rule, next: Rule) => boolean): Pair[] {
  const free = new Set(come)
  return gone.flatMap((one): Pair[] => {
    const next = [...free].find((rule) => fit(one, rule))
    if (!next) return []
    free.delete(next)
    return [[one, next]]
  })
}

function without(rules: Rule[], others: Rule[]): Rule[] {
  const keys = new Set(others.map(({ key }) => key))
  return rules.filter(({ key }) => !keys.has(key))
}

function hasSameBasis(one: Rule, next: Rule): boolean {
  return one.basis === next.basis && one.value === next.value
}

function toRename([from, to]: Pair): Rename {
  return { from: from.key, to: to.key, name: from.description, renamed: to.description }
}

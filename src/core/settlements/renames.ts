/** Finds which default deductions of the settings were renamed: their lines refer to them only by name (SPEC C2). */
import type { Company } from '#core/settings/company.ts'
import { defaultRules, type Rule } from './rules.ts'

type Pair = [before: Rule, after: Rule]

/** `from` and `to` are rule keys, `name` and `renamed` the descriptions before and after. */
type Rename = { from: string; to: string; name: string; renamed: string }

/**
 * Pairs the removed names with the added ones: first those with the same basis and value, then, if none
 * was added or removed, those at the same position. All others were removed or added. Pairing a removed deduction with
 * another one would give its lines a wrong name.
 */
export function findRenamedDefaults(before: Company, after: Company): Rename[] {
  // The answer about fuel and insurance renames nothing (SPEC C340).
  const [oldRules, newRules] = [listRules(before), listRules(after)]
  const removed = without(oldRules, newRules)
  const added = without(newRules, oldRules)
  const sameBasis = matchPairs(removed, added, hasSameBasis)
  const matched = new Set(sameBasis.flat())
  const unmatched = (rules: Rule[]) => rules.filter((rule) => !matched.has(rule))
  const isSamePosition = (old: Rule, next: Rule) =>
    oldRules.length === newRules.length && oldRules.indexOf(old) === newRules.indexOf(next)
  const samePosition = matchPairs(unmatched(removed), unmatched(added), isSamePosition)
  return [...sameBasis, ...samePosition].map(toRename)
}

function listRules(company: Company): Rule[] {
  return defaultRules({ ...company, deductionsAnswered: true })
}

/** Pairs each removed rule with the first added one that matches and is not in a pair yet. */
function matchPairs(
  removed: Rule[],
  added: Rule[],
  isMatch: (old: Rule, next: Rule) => boolean,
): Pair[] {
  const free = new Set(added)
  return removed.flatMap((old): Pair[] => {
    const next = [...free].find((rule) => isMatch(old, rule))
    if (!next) return []
    free.delete(next)
    return [[old, next]]
  })
}

function without(rules: Rule[], others: Rule[]): Rule[] {
  const keys = new Set(others.map(({ key }) => key))
  return rules.filter(({ key }) => !keys.has(key))
}

function hasSameBasis(old: Rule, next: Rule): boolean {
  return old.basis === next.basis && old.value === next.value
}

function toRename([from, to]: Pair): Rename {
  return { from: from.key, to: to.key, name: from.description, renamed: to.description }
}

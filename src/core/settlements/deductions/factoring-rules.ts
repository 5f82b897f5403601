/** Deductions of the factoring fee: one line for each factored load (SPEC C234–C236). */
import { toCents } from '#core/money.ts'
import {
  BASES,
  isFactoringBasis,
  NO_BASIS_FIGURES,
  NOT_FACTORED,
  type FactoringFigures,
} from '#core/settlements/bases.ts'
import type { Line } from '#core/settlements/lines.ts'
import { collectsLater, type Rule } from '#core/settlements/rules.ts'
import type { FactoredLoad, FactoringTarget } from './factored-load.ts'

/**
 * Replaces each rule of a factoring basis with one rule per factored load. Without such a load the rule keeps a line of
 * $0.00, so that a load that is factored later is noticed; this line also takes what an earlier net did not allow.
 */
export function expandFactoringRules(rules: Rule[], loads: FactoredLoad[]): Rule[] {
  return rules.flatMap((rule) => {
    if (!isFactoringBasis(rule.basis)) return rule
    const own = loads.map((load) => ({
      ...rule,
      key: factoringKey(rule.key, load.loadId),
      factoring: { load, isShown: true },
    }))
    const itself = { ...rule, factoring: { load: null, isShown: loads.length === 0 } }
    return loads.length === 0 || collectsLater(rule) ? [...own, itself] : own
  })
}

/** "rule:5:load:17". The database checks it. */
function factoringKey(ruleKey: string, loadId: number): string {
  return `${ruleKey}:load:${loadId}`
}

/** The figures that a rule of one load is applied to. */
export function toFactoringFigures(target: FactoringTarget | undefined): FactoringFigures {
  const load = target?.load
  if (!load) return NOT_FACTORED
  return { factored: load.isFactored ? toCents(load.revenue) : 0n, fee: toCents(load.fee) }
}

/** The load and reference of a rule's line: "Load 1042, invoice 88, schedule 7". Other rules have neither. */
export function nameFactoring(target: FactoringTarget | undefined) {
  if (!target) return {}
  const { load } = target
  return load
    ? { loadId: load.loadId, reference: nameReference(load) }
    : { loadId: null, reference: null }
}

export function nameReference({ load, reference }: { load: string; reference: string | null }) {
  return reference ? `Load ${load}, ${reference}` : `Load ${load}`
}

export type FeeLine = Pick<Line, 'ruleId' | 'loadId' | 'basis' | 'basisFigure' | 'byHand'>

/** Whether fee lines differ from current factoring. Edited and skipped lines are never stale. */
export function areFeesStale(lines: FeeLine[], loads: FactoredLoad[]): boolean {
  const fees = lines.filter(({ basis }) => isFactoringBasis(basis))
  const byLoad = new Map(loads.map((load) => [load.loadId, load]))
  const isMissing = ({ ruleId }: FeeLine) =>
    loads.some(
      ({ loadId }) => !fees.some((line) => line.ruleId === ruleId && line.loadId === loadId),
    )
  return fees.some((line) => isMissing(line) || hasOtherFigure(line, byLoad))
}

function hasOtherFigure(
  { basis, basisFigure, byHand, loadId }: FeeLine,
  loads: Map<number, FactoredLoad>,
) {
  if (byHand || loadId === null || !basis) return false
  const load = loads.get(loadId)
  if (!load) return true
  const figures = { ...NO_BASIS_FIGURES, ...toFactoringFigures({ load, isShown: true }) }
  return BASES[basis].figure(figures) !== basisFigure
}

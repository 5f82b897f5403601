/** Which papers a load needs before it is settled and before it is billed (SPEC C129). */
import { z } from 'zod'
import { CHARGE_KINDS, type ChargeKind } from '#core/charges/kinds.ts'
import { day } from '#core/fields/fields.ts'
import { PAPER_KINDS, type PaperKind } from './paper-kinds.ts'

/** A kind of charge: the paper is needed if the load has such a charge and the broker did not refuse it. */
export type PaperRule = 'always' | 'never' | ChargeKind

export const STAGES = [
  { value: 'toSettle', label: 'Ready to Settle' },
  { value: 'toBill', label: 'Ready to Bill' },
] as const

export type Stage = (typeof STAGES)[number]['value']

/**
 * The rule of each kind of paper. A kind that a broker omits follows the company's rule. `fillRules` has the rule of a
 * kind that the company omits.
 */
export type PaperRules = Partial<Record<PaperKind, PaperRule>>

/** `firstDay`: loads picked up from this day on. `version`: 0 before the first save. */
export type RequiredPapers = Record<Stage, PaperRules> & {
  firstDay: string | null
  version: number
}

export const NO_RULES: RequiredPapers = { firstDay: null, toSettle: {}, toBill: {}, version: 0 }

/** What a new account requires to bill (SPEC C343). A POD counts as a BOL. */
export const NEW_ACCOUNT_TO_BILL = {
  bol: 'always',
  'rate-confirmation': 'always',
} as const satisfies PaperRules

/** The maximum number of days in the past on which rules can begin when they are saved. */
export const EARLIEST_DAYS = 366

export const requiredPapersMessages = {
  firstDay: 'From must be within the last 12 months',
  failed: 'Failed to save the required documents',
  conflict:
    'Someone else changed the required documents, which are shown now. Please make your change again.',
}

const kind = z.enum(PAPER_KINDS.map(({ value }) => value))
const rule = z.enum(['always', 'never', ...CHARGE_KINDS.map(({ value }) => value)])
const rules = z.partialRecord(kind, rule)

export const changedRequiredPapersSchema = z.object({
  firstDay: day('From').schema,
  toSettle: rules.default({}),
  toBill: rules.default({}),
})

export type ChangedRequiredPapers = z.output<typeof changedRequiredPapersSchema>

export const requiredPapersSchema = z.object({
  firstDay: z.string().nullable().describe('Loads picked up from this day on; null without rules'),
  toSettle: rules,
  toBill: rules,
  version: z.int().describe('0 before the first save'),
})

/** Fills in a rule for every paper. By default only a bill of lading is needed, and only to settle. */
export function fillRules(rules: PaperRules, stage: Stage): Record<PaperKind, PaperRule> {
  const filled = PAPER_KINDS.map(({ value: kind }) => {
    const isNeeded = kind === 'bol' && stage === 'toSettle'
    return [kind, rules[kind] ?? (isNeeded ? 'always' : 'never')]
  })
  return Object.fromEntries(filled) as Record<PaperKind, PaperRule>
}

/** "If Lumper", "Always". */
export function describePaperRule(rule: PaperRule): string {
  if (rule === 'always') return 'Always'
  if (rule === 'never') return 'Never'
  return `If ${CHARGE_KINDS.find(({ value }) => value === rule)?.label ?? rule}`
}

/** "bol,lumper-receipt" → their labels. The database stores missing papers in this form. */
export function listPapers(kinds: unknown): string[] {
  if (typeof kinds !== 'string' || kinds === '') return []
  return kinds.split(',').map(namePaper)
}

function namePaper(kind: string): string {
  return PAPER_KINDS.find(({ value }) => value === kind)?.label ?? kind
}

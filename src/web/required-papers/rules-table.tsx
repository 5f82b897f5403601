import { CHARGE_KINDS } from '#core/charges/kinds.ts'
import {
  describePaperRule,
  fillRules,
  STAGES,
  type PaperRule,
  type PaperRules,
  type Stage,
} from '#core/required-papers/required-papers.ts'
import { PAPER_KINDS, type PaperKind } from '#core/required-papers/paper-kinds.ts'
import { Select } from '#web/ui/inputs/select.tsx'

type Rules = Record<Stage, PaperRules>

type RulesTableProps = {
  rules: Rules
  /** For a broker: the company's rules, which apply where the broker has none. */
  company: Rules | null
  disabled: boolean
  onChange: (change: Partial<Rules>) => void
}

const RULES: readonly PaperRule[] = ['never', 'always', ...CHARGE_KINDS.map(({ value }) => value)]
const OPTIONS = RULES.map((value) => ({ value, label: describePaperRule(value) }))
/** The choice of a broker without its own rule. */
const COMPANY = ''

/** Each paper, with its rule for each stage. */
export function RulesTable({ rules, company, disabled, onChange }: RulesTableProps) {
  function choose(stage: Stage, kind: PaperKind, value: string) {
    const { [kind]: _old, ...others } = company ? rules[stage] : fillRules(rules[stage], stage)
    const rule = RULES.find((known) => known === value)
    onChange({ [stage]: rule ? { ...others, [kind]: rule } : others })
  }

  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left align-bottom">
          <th scope="col" className="pr-2 pb-2 font-medium">
            Document
          </th>
          {STAGES.map(({ value, label }) => (
            <th key={value} scope="col" className="pb-2 pl-2 font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PAPER_KINDS.map(({ value: kind, label }) => (
          <tr key={kind}>
            <th scope="row" className="py-1 pr-2 text-left font-normal">
              {label}
            </th>
            {STAGES.map(({ value: stage, label: title }) => (
              <td key={stage} className="w-2/5 py-1 pl-2">
                <Select
                  aria-label={`${label}, ${title}`}
                  disabled={disabled}
                  value={(company ? rules[stage] : fillRules(rules[stage], stage))[kind] ?? COMPANY}
                  onChange={(value) => choose(stage, kind, value)}
                  options={company ? [companyOption(company, stage, kind), ...OPTIONS] : OPTIONS}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** "Always (company)". The rule comes first, because a phone cuts off the rest. */
function companyOption(company: Rules, stage: Stage, kind: PaperKind) {
  const rule = fillRules(company[stage], stage)[kind]
  return { value: COMPANY, label: `${describePaperRule(rule)} (company)` }
}

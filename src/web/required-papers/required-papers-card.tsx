import { useQuery } from '@tanstack/react-query'
import {
  fillRules,
  type ChangedRequiredPapers,
  type RequiredPapers,
} from '#core/required-papers/required-papers.ts'
import { useMay } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { requiredPapersQuery, useSaveRequiredPapers, type Scope } from './queries.ts'
import { RulesTable } from './rules-table.tsx'
import { FirstDayField } from './first-day-field.tsx'

/** The rules of the company for all loads (SPEC C129). Each choice is saved immediately. */
export function CompanyPapersCard() {
  const mayChange = useMay('admin')
  const query = useQuery(requiredPapersQuery(null))
  return (
    <Card
      title="Required Papers"
      description="What a load needs before it is settled and billed. A broker’s page can have other rules. Changes are saved immediately."
    >
      <Query of={query} skeleton="h-80">
        {(rules) => <Rules scope={null} rules={rules} company={null} mayChange={mayChange} />}
      </Query>
    </Card>
  )
}

/** The rules of a broker that differ from the company's (SPEC C129). */
export function BrokerPapersCard({ brokerId }: { brokerId: number }) {
  const mayChange = useMay('loads')
  const company = useQuery(requiredPapersQuery(null))
  const rules = useQuery(requiredPapersQuery(brokerId))
  return (
    <Card
      title="Required Papers"
      description="Where this broker differs from the rules in Settings. Changes are saved immediately."
    >
      <Query of={[company, rules]} skeleton="h-80">
        {([ofCompany, ofBroker]) => (
          <Rules scope={brokerId} rules={ofBroker} company={ofCompany} mayChange={mayChange} />
        )}
      </Query>
    </Card>
  )
}

type RulesProps = {
  scope: Scope
  rules: RequiredPapers
  /** For a broker: the company's rules. */
  company: RequiredPapers | null
  mayChange: boolean
}

function Rules({ scope, rules, company, mayChange }: RulesProps) {
  const saving = useSaveRequiredPapers(scope)
  const shown = saving.busy ? { ...rules, ...saving.input?.values } : rules
  const disabled = !mayChange || saving.busy

  function save(change: Partial<ChangedRequiredPapers>) {
    const { firstDay, version } = rules
    const { toSettle, toBill } = scope === null ? fillStages(rules) : rules
    saving.run({
      values: { firstDay: firstDay ?? today(), toSettle, toBill, ...change },
      version,
    })
  }

  return (
    <div className="grid gap-4">
      <RulesTable rules={shown} company={company} disabled={disabled} onChange={save} />
      <FirstDayField
        key={rules.version}
        firstDay={shown.firstDay ?? today()}
        disabled={disabled || rules.version === 0}
        onChange={(firstDay) => save({ firstDay })}
      />
    </div>
  )
}

/** The company's rules are saved for every paper, a broker's only where they differ. */
function fillStages({ toSettle, toBill }: RequiredPapers) {
  return { toSettle: fillRules(toSettle, 'toSettle'), toBill: fillRules(toBill, 'toBill') }
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import {
  type ChangedRequiredPapers,
  fillRules,
  type RequiredPapers,
} from '#core/required-papers/required-papers.ts'
import { useMay } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Query } from '#web/ui/query.tsx'
import { requiredPapersQuery, type Scope, useSaveRequiredPapers } from './queries.ts'
import { RulesTable } from './rules-table.tsx'

/** The rules of the company for all loads (SPEC C129). Each choice is saved immediately. */
export function CompanyPapersCard() {
  const mayChange = useMay('admin')
  const query = useQuery(requiredPapersQuery(null))
  return (
    <Card
      title="Required Documents"
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
      title="Required Documents"
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

type FirstDayFieldProps = { firstDay: Day; disabled: boolean; onChange: (firstDay: Day) => void }

/** The first pickup date that the rules apply to. It is saved when the field loses the focus. */
function FirstDayField({ firstDay, disabled, onChange }: FirstDayFieldProps) {
  const [typed, setTyped] = useState(firstDay)
  const error = isDay(typed) ? undefined : 'From must be a date'
  return (
    <div className="max-w-56">
      <Labeled
        label="From"
        name="firstDay"
        error={error}
        hint="For unpaid loads picked up on or after this date"
      >
        {(aria) => (
          <DayInput
            {...aria}
            disabled={disabled}
            value={typed}
            onChange={setTyped}
            onBlur={() => isDay(typed) && typed !== firstDay && onChange(typed)}
          />
        )}
      </Labeled>
    </div>
  )
}

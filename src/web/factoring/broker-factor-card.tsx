import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorBrokerFields, type FactorBroker } from '#core/factoring/factors.ts'
import { readTypedAmount } from '#core/money.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { brokerFactorQuery, factorsQuery } from './queries.ts'

/** Who the broker pays (SPEC C211). Shows nothing if the account has no factor. */
export function BrokerFactorCard({ brokerId }: { brokerId: number }) {
  const { data: factors } = useQuery(factorsQuery)
  const { data: choice } = useQuery(brokerFactorQuery(brokerId))
  if (!factors?.length || !choice) return null
  return (
    <Card
      title="Who the Broker Pays"
      description="For invoices that are approved from now on. Approved ones keep what they printed."
    >
      <ChoiceForm
        key={JSON.stringify(choice)}
        brokerId={brokerId}
        choice={choice}
        options={[
          { value: 'default', label: 'Same as all brokers' },
          { value: 'direct', label: 'Your company (no factor)' },
          ...factors.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </Card>
  )
}

type ChoiceFormProps = {
  brokerId: number
  choice: FactorBroker
  options: { value: string; label: string }[]
}

function ChoiceForm({ brokerId, choice, options }: ChoiceFormProps) {
  const mayChange = useMay('billing')
  const stored = choice.choice === 'factor' ? String(choice.factorId) : choice.choice
  const [chosen, setChosen] = useState(stored)
  const [limit, setLimit] = useState(choice.approvedLimit ?? '')
  const [error, setError] = useState<string>()
  const { run, busy } = useAction({
    send: () =>
      request<FactorBroker>('PUT', `/api/brokers/${brokerId}/factor`, {
        body: toRequest(chosen, limit),
      }),
    done: 'Saved',
    failed: 'Failed to save',
  })
  const isFactor = chosen !== 'default' && chosen !== 'direct'
  const changed = chosen !== stored || limit !== (choice.approvedLimit ?? '')

  function save() {
    const problem = factorBrokerFields.approvedLimit.schema.safeParse(limit).error?.issues[0]
    setError(problem?.message)
    if (!problem) run()
  }
  return (
    <form
      noValidate
      className="grid gap-x-4 gap-y-3 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Labeled label="Remit To" name="choice">
        {(aria) => (
          <Select
            {...aria}
            disabled={!mayChange}
            value={chosen}
            options={options}
            onChange={setChosen}
          />
        )}
      </Labeled>
      {isFactor && (
        <Labeled
          label={factorBrokerFields.approvedLimit.label}
          name="approvedLimit"
          hint={factorBrokerFields.approvedLimit.help}
          error={error}
        >
          {(aria) => (
            <MoneyInput
              {...aria}
              adornment="$"
              disabled={!mayChange}
              value={limit}
              onChange={setLimit}
            />
          )}
        </Labeled>
      )}
      {mayChange && changed && (
        <div className="sm:col-span-2">
          <Button type="submit" aria-disabled={busy}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

function toRequest(chosen: string, limit: string) {
  if (chosen === 'default' || chosen === 'direct')
    return { choice: chosen, factorId: null, approvedLimit: null }
  const approvedLimit = limit.trim() ? (readTypedAmount(limit) ?? limit) : null
  return { choice: 'factor', factorId: Number(chosen), approvedLimit }
}

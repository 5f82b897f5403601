import { pluralize } from '#core/pluralize.ts'
import type { PastCounts } from '#core/transfer/past-loads.ts'
import type { ImportChoices } from './import-choices.ts'
import { RadioChoice } from './radio-choice.tsx'

type PastLoadsProps = {
  past: PastCounts
  choices: ImportChoices
  onChoose: (choices: Partial<ImportChoices>) => void
}

/** Asks about new loads that were delivered before today (SPEC C362). */
export function PastLoads({ past, choices, onChoose }: PastLoadsProps) {
  const { withoutStatus, unsettled } = past
  return (
    <>
      {withoutStatus > 0 && (
        <RadioChoice
          legend={`${pluralize(withoutStatus, 'load')} with a delivery date before today ${withoutStatus === 1 ? 'has' : 'have'} no delivery status`}
          options={STATUSES}
          chosen={choices.past}
          onChoose={(status) => onChoose({ past: status })}
        />
      )}
      {unsettled > 0 && (
        <RadioChoice
          legend={`${pluralize(unsettled, 'load')} delivered before today ${unsettled === 1 ? 'is' : 'are'} on no settlement`}
          options={SETTLEMENTS}
          chosen={choices.unsettled}
          onChoose={(settlement) => onChoose({ unsettled: settlement })}
        />
      )}
    </>
  )
}

const STATUSES = [
  { value: 'delivered', label: 'Delivered' },
  { value: 'keep', label: 'Scheduled' },
] as const

const SETTLEMENTS = [
  { value: 'open', label: 'Decide later: they stay on the list “Not on a Settlement”' },
  { value: 'weeks', label: 'Put them on settlements by delivery week' },
  { value: 'elsewhere', label: 'They are settled already, in another program' },
] as const

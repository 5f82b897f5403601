import { formatNamedDay, readTypedDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import type { ImportChoices } from './import-choices.ts'
import { RadioChoice } from './radio-choice.tsx'

type FileStyleProps = {
  result: ImportCheck
  choices: ImportChoices
  onChoose: (choices: Partial<ImportChoices>) => void
}

/** Asks once how the file writes its days and amounts, if the file does not show it (SPEC C430, C431). */
export function FileStyle({ result, choices, onChoose }: FileStyleProps) {
  const { example, order } = result.days
  const { decimals } = choices
  return (
    <>
      {example !== null && (
        <RadioChoice
          legend={`No day in this file shows whether the month is first. ${example} is`}
          options={(['mdy', 'dmy'] as const).map((value) => ({
            value,
            label: formatNamedDay(readTypedDay(example, value) ?? ''),
          }))}
          chosen={order}
          onChoose={(days) => onChoose({ days })}
        />
      )}
      {result.decimalCommas > 0 && (
        <RadioChoice
          legend={`${pluralize(result.decimalCommas, 'amount')} in this file, such as 1,5, ${result.decimalCommas === 1 ? 'has' : 'have'} a comma before the cents`}
          options={DECIMALS}
          chosen={decimals}
          onChoose={(chosen) => onChoose({ decimals: chosen })}
        />
      )}
    </>
  )
}

const DECIMALS = [
  { value: 'point', label: 'They are wrong: I will correct the file' },
  { value: 'comma', label: 'All amounts of the file have a decimal comma: 1.234,50' },
] as const

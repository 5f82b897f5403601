/** How many values of rate confirmations were saved as they were read (SPEC C158). */
import { z } from 'zod'
import type { KeptReading } from './kept-reading.ts'
import { loadFieldOf } from './fill-load.ts'
import { READ_FIELDS } from './reading.ts'
import { isSameValue } from './revision.ts'

export const accuracySchema = z.object({
  papers: z.int().describe('Confirmations that filled a new load'),
  values: z.int().describe('Values that were read and that the load has a field for'),
  right: z.int().describe('Of these, the values that were saved as they were read'),
})

export type Accuracy = z.output<typeof accuracySchema>

type Kept = Pick<KeptReading, 'values' | 'kept' | 'total'>

/** Only papers that filled a form count: no person checked the others. */
export function measureAccuracy(readings: readonly Kept[]): Accuracy {
  const checked = readings.filter(({ kept }) => Object.keys(kept).length > 0)
  const results = checked.flatMap(listResults)
  return {
    papers: checked.length,
    values: results.length,
    right: results.filter((isRight) => isRight).length,
  }
}

function listResults({ values, kept, total }: Kept): boolean[] {
  return READ_FIELDS.flatMap((name) => {
    const value = values[name]?.value
    if (value === undefined) return []
    // The revenue of a load with charges can differ from the paper's total, so the kept total is compared.
    if (name === 'total') return [total !== null && isSameValue(value, total)]
    const saved = kept[loadFieldOf(name) ?? '']
    return saved === undefined ? [] : [isSameValue(value, saved)]
  })
}

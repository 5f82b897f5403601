import { importedPurchases } from '#core/cards/files/matched.ts'
import type { PurchaseCheck } from '#core/cards/imports.ts'
import type { ColumnMatch } from '#core/transfer/import.ts'
import { listTargets, matchColumn } from '#web/transfer/column-match.ts'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/inputs/select.tsx'

type MatchedColumnsProps = {
  result: PurchaseCheck
  onMatch: (columns: ColumnMatch) => void
}

const OPTIONS = listTargets(importedPurchases).map(({ name, label, isRequired }) => ({
  value: name,
  label: isRequired ? `${label} *` : label,
}))

/** Of a file that is not recognized: what each column is. The account remembers it (SPEC C562). */
export function MatchedColumns({ result, onMatch }: MatchedColumnsProps) {
  const { titles, example } = result
  const columns = result.columns ?? []
  return (
    <Card
      title="Columns"
      description="Fields with * are required. Amount is what was paid. Your choices are remembered for the next file."
    >
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {titles.map((title, at) => (
          <li key={at} className="grid grid-cols-2 items-center gap-3 border-t border-line py-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium wrap-anywhere">{title || `Column ${at + 1}`}</p>
              <p className="truncate text-muted">{example[at]}</p>
            </div>
            <Select
              aria-label={`Field for ${title || `column ${at + 1}`}`}
              value={columns[at] ?? ''}
              options={OPTIONS}
              placeholder="Don't import"
              onChange={(name) =>
                onMatch(matchColumn(importedPurchases, [...columns], at, name || null))
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

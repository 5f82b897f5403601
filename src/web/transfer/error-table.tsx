import { CircleAlert, CircleCheck } from 'lucide-react'
import { pluralize } from '#core/pluralize.ts'
import type { CellErrors, ErrorCause, RowCounts } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import { describeReady } from './describe-plan.ts'
import { LineNumber, LineTable } from './line-table.tsx'

type ErrorTableProps = { entity: ImportList; counts: RowCounts; errors: CellErrors | undefined }

/** Says what can be imported, or lists the causes of errors with their first rows (SPEC B51, C58). */
export function ErrorTable({ entity, counts, errors }: ErrorTableProps) {
  if (!errors?.errorCount) {
    return (
      <p
        role="status"
        className="flex items-center gap-2 rounded-md bg-good-soft p-3 text-sm text-good"
      >
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {describeReady(entity, counts)}
      </p>
    )
  }
  const listed = errors.causes.reduce((sum, { count }) => sum + count, 0)
  const more = errors.errorCount - listed
  return (
    <section className="grid gap-2">
      <p
        role="alert"
        className="flex items-center gap-2 rounded-md bg-danger-soft p-3 text-sm text-danger-ink"
      >
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {`${pluralize(errors.errorCount, 'error')} found; nothing was imported. Fix the file or the column matching, then upload again.`}
      </p>
      <LineTable name="Errors" heads={['Column', 'Problem']}>
        {errors.causes.map((cause, at) => (
          <tr key={at} className="border-t border-line align-top">
            <LineNumber line={listLines(cause)} />
            <td className="px-3 py-2 wrap-anywhere">{cause.column}</td>
            <td className="px-3 py-2 wrap-anywhere">
              {cause.message}
              {cause.count > 1 && (
                <span className="text-muted">{` (${pluralize(cause.count, 'row')})`}</span>
              )}
            </td>
          </tr>
        ))}
      </LineTable>
      {more > 0 && (
        <p className="text-sm text-muted">{`…and ${more.toLocaleString('en-US')} more`}</p>
      )}
    </section>
  )
}

/** "4, 7, 9…" */
function listLines({ lines, count }: ErrorCause): string {
  const first = lines.map((line) => line.toLocaleString('en-US')).join(', ')
  return count > lines.length ? `${first}…` : first
}

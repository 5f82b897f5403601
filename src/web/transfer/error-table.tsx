import { CircleAlert, CircleCheck } from 'lucide-react'
import { pluralize, pluralizeRecords } from '#core/pluralize.ts'
import type { CellErrors } from '#core/transfer/import.ts'
import type { Entity } from '#core/entities/entity.ts'
import { LineNumber, LineTable } from './line-table.tsx'

type ErrorTableProps = { entity: Entity; rows: number; errors: CellErrors | undefined }

/** Says that the file can be imported, or lists its errors (SPEC B51). */
export function ErrorTable({ entity, rows, errors }: ErrorTableProps) {
  if (!errors?.errorCount) {
    return (
      <p
        role="status"
        className="flex items-center gap-2 rounded-md bg-good-soft p-3 text-sm text-good"
      >
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {`${pluralizeRecords(entity, rows)} ${rows === 1 ? 'is' : 'are'} ready to import.`}
      </p>
    )
  }
  const more = errors.errorCount - errors.errors.length
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
        {errors.errors.map(({ line, column, message }, at) => (
          <tr key={at} className="border-t border-line align-top">
            <LineNumber line={line} />
            <td className="px-3 py-2 wrap-anywhere">{column}</td>
            <td className="px-3 py-2 wrap-anywhere">{message}</td>
          </tr>
        ))}
      </LineTable>
      {more > 0 && (
        <p className="text-sm text-muted">{`…and ${more.toLocaleString('en-US')} more`}</p>
      )}
    </section>
  )
}

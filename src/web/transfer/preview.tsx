import { formatNamedDay } from '#core/calendar.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import { listTargets } from './column-match.ts'
import { LineNumber, LineTable } from './line-table.tsx'

type PreviewProps = { entity: ImportList; result: ImportCheck }

/** The first rows, with each column under its field. */
export function Preview({ entity, result }: PreviewProps) {
  const { columns, preview, rows } = result
  const targets = listTargets(entity)
  const matched = columns.flatMap((name, at) => {
    const target = targets.find((one) => one.name === name)
    return target ? [{ name: target.name, at, label: target.label }] : []
  })
  // Values that the import adds, such as the status of past loads (SPEC C362).
  const added = [...new Set(preview.flatMap(({ set = {} }) => Object.keys(set)))].flatMap((name) =>
    columns.includes(name) ? [] : [{ name, at: -1, label: entity.fields[name]?.label ?? name }],
  )
  const shown = [...matched, ...added]
  if (!shown.length) return null
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-semibold">
        {preview.length < rows ? `First ${preview.length} Rows` : 'Rows'}
      </h3>
      <LineTable name="Preview" heads={shown.map(({ label }) => label)}>
        {preview.map(({ line, cells, set, read }) => (
          <tr key={line} className="border-t border-line">
            <LineNumber line={line} />
            {shown.map(({ name, at }) => (
              <td key={name} className="max-w-60 truncate px-3 py-2">
                {set?.[name] === undefined ? (
                  (describeRead(entity, name, read?.[name]) ?? cells[at])
                ) : (
                  <em>{describeValue(entity, name, set[name])}</em>
                )}
              </td>
            ))}
          </tr>
        ))}
      </LineTable>
    </section>
  )
}

/** A day or an amount as it will be stored: the file's text can mean another day (SPEC C431). */
function describeRead({ fields }: ImportList, name: string, value: string | undefined) {
  const field = fields[name]
  if (!field || value === undefined) return undefined
  if (field.control === 'day') return formatNamedDay(value)
  if (field.control === 'money' && !field.unit && !field.places) return formatMoney(toCents(value))
  return formatQuantity(value)
}

/** A value that the import adds, as a person reads it. */
function describeValue({ fields }: ImportList, name: string, value: string): string {
  const field = fields[name]
  if (field?.control === 'day') return formatNamedDay(value)
  return field?.options?.find((option) => option.value === value)?.label ?? value
}

import type { ImportCheck } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import { listTargets } from './column-match.ts'
import { LineNumber, LineTable } from './line-table.tsx'

type PreviewProps = { entity: ImportList; result: ImportCheck }

/** The first rows, with each column under its field. */
export function Preview({ entity, result }: PreviewProps) {
  const { columns, preview, rows } = result
  const targets = listTargets(entity)
  const shown = columns.flatMap((name, at) => {
    const target = targets.find((one) => one.name === name)
    return target ? [{ at, label: target.label }] : []
  })
  if (!shown.length) return null
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-semibold">
        {preview.length < rows ? `First ${preview.length} Rows` : 'Rows'}
      </h3>
      <LineTable name="Preview" heads={shown.map(({ label }) => label)}>
        {preview.map(({ line, cells }) => (
          <tr key={line} className="border-t border-line">
            <LineNumber line={line} />
            {shown.map(({ at }) => (
              <td key={at} className="max-w-60 truncate px-3 py-2">
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </LineTable>
    </section>
  )
}

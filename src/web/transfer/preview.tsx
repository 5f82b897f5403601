import type { ImportCheck } from '#core/csv-import.ts'
import type { Entity } from '#core/entity.ts'

type PreviewProps = { entity: Entity; found: ImportCheck }

/** The first rows, under the fields that they go into. */
export function Preview({ entity, found }: PreviewProps) {
  const { columns, preview, rows } = found
  const shown = columns.flatMap((name, at) => {
    const field = name === null ? undefined : entity.fields[name]
    return field ? [{ at, label: field.label }] : []
  })
  if (!shown.length) return null
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-semibold">
        {preview.length < rows ? `The first ${preview.length} rows` : 'The rows'}
      </h3>
      <div
        tabIndex={0}
        role="region"
        aria-label="Preview of the rows"
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full text-left text-sm whitespace-nowrap">
          <thead className="bg-head">
            <tr>
              <th scope="col" className="px-3 py-2 text-right font-medium">
                Line
              </th>
              {shown.map(({ at, label }) => (
                <th key={at} scope="col" className="px-3 py-2 font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ line, cells }) => (
              <tr key={line} className="border-t border-line">
                <th
                  scope="row"
                  className="px-3 py-2 text-right font-normal text-muted tabular-nums"
                >
                  {line}
                </th>
                {shown.map(({ at }) => (
                  <td key={at} className="max-w-60 truncate px-3 py-2">
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { MERGED, type Doubles, type MergedName } from '#core/merging/merging.ts'
import { pluralize, pluralizeRecords } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const MergeDialog = onDemand(async () => (await import('./merge-dialog.tsx')).MergeDialog)

/** Doubles that are named one by one. The others follow when these are merged. */
const MOST_NAMED = 3

/** Above a list: "2 brokers have MC Number MC-771203", with Merge (SPEC C501). */
export function DoublesNotice({ name }: { name: MergedName }) {
  const mayMerge = useMay(MERGED[name])
  const [merging, setMerging] = useState<Doubles[number]>()
  const { data: doubles = [] } = useQuery({
    queryKey: [name, 'doubles'],
    queryFn: () => request<Doubles>('GET', `/api/${name}/doubles`),
    enabled: mayMerge,
  })
  const more = doubles.length - MOST_NAMED
  return (
    <>
      {doubles.length > 0 && (
        <ul className="rounded-lg border border-waiting bg-waiting-soft px-3 py-2 text-sm wrap-anywhere text-waiting print:hidden">
          {doubles.slice(0, MOST_NAMED).map((double) => (
            <li key={`${double.field} ${double.number}`}>
              {describeDouble(name, double)}{' '}
              <button
                type="button"
                className="hit-area font-medium underline"
                aria-label={`Merge ${describeDouble(name, double)}`}
                onClick={() => setMerging(double)}
              >
                Merge
              </button>
            </li>
          ))}
          {more > 0 && <li>{pluralize(more, 'more number')} of two records or more.</li>}
        </ul>
      )}
      {merging && (
        <MergeDialog name={name} records={merging.records} onClose={() => setMerging(undefined)} />
      )}
    </>
  )
}

/** "2 brokers have the MC Number MC-771203: Acme, ACME LLC" */
function describeDouble(name: MergedName, { field, number, records }: Doubles[number]): string {
  const entity = getEntity(name)
  const label = entity.fields[field]?.label ?? field
  const names = records.map((record) => record.label).join(', ')
  return `${pluralizeRecords(entity, records.length)} have the ${label} ${number}: ${names}`
}

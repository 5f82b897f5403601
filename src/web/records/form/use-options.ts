import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultColumns, type AnyRecord, type Entity } from '#core/entities/entity.ts'
import { requestPage } from '#web/api/client.ts'
import { cellText, recordLabel } from '#web/records/format.ts'
import { useDebounced } from '#web/records/list/use-debounced.ts'

const MOST_FOUND = '20'
const HINT_LENGTH = 24

/**
 * The first records that match, to choose a link from. Until those of the latest letters are there,
 * only what agrees with them by name: Enter must never choose what an earlier search had found.
 */
export function useOptions(to: Entity, typed: string) {
  const search = useDebounced(typed.trim())
  const query = new URLSearchParams({
    limit: MOST_FOUND,
    sort: to.label,
    ...(search ? { search } : {}),
  })
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [to.name, 'picker', search],
    queryFn: () => requestPage<AnyRecord>(`/api/${to.name}?${query}`),
    placeholderData: keepPreviousData,
  })
  const searching = isFetching || search !== typed.trim()
  const options = (data?.rows ?? []).map((record) => optionOf(to, record))
  const agrees = ({ label }: { label: string }) =>
    label.toLowerCase().includes(typed.trim().toLowerCase())
  return { found: searching || isPlaceholderData ? options.filter(agrees) : options, searching }
}

/** Beside the label stands what the list's second column says: two drivers may share a name, not a phone. */
function optionOf(to: Entity, record: AnyRecord) {
  const [, second] = defaultColumns(to)
  const hint = second ? cellText(to, second, record) : ''
  return {
    value: String(record.id),
    label: recordLabel(to, record),
    hint: hint.slice(0, HINT_LENGTH),
  }
}

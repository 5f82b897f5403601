import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultColumns, type AnyRecord, type Entity } from '#core/entities/entity.ts'
import { requestPage } from '#web/api/client.ts'
import { useVisible } from '#web/api/may.tsx'
import { cellText, recordLabel } from '#web/records/format.ts'
import { useDebounced } from '#web/records/list/use-debounced.ts'

const MAX_OPTIONS = '20'
const HINT_LENGTH = 24
/** Entities whose inactive records are not offered for new links. A linked one is still shown (SPEC C10, C357). */
const WITHOUT_INACTIVE: string[] = ['owners', 'drivers', 'brokers']

/**
 * Searches the records of `entity` for a picker. Until the results for the latest letters arrive, it keeps
 * only those earlier results whose label matches: Enter must never choose a result of an earlier search.
 */
export function useOptions(declared: Entity, typed: string, withInactive = false) {
  const entity = useVisible(declared)
  const search = useDebounced(typed.trim())
  const isLimited = !withInactive && WITHOUT_INACTIVE.includes(entity.name)
  const query = new URLSearchParams({
    limit: MAX_OPTIONS,
    sort: entity.label,
    ...(search ? { search } : {}),
    ...(isLimited ? { status: 'active' } : {}),
  })
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [entity.name, 'picker', query.toString()],
    queryFn: () => requestPage<AnyRecord>(`/api/${entity.name}?${query}`),
    placeholderData: keepPreviousData,
  })
  const searching = isFetching || search !== typed.trim()
  const results = (data?.rows ?? []).map((record) => toOption(entity, record))
  const matches = ({ label }: { label: string }) =>
    label.toLowerCase().includes(typed.trim().toLowerCase())
  const options = searching || isPlaceholderData ? results.filter(matches) : results
  return { options, searching }
}

/** The hint is the list's second column: two drivers may share a name, but not a phone number. */
function toOption(entity: Entity, record: AnyRecord) {
  const [, second] = defaultColumns(entity)
  const hint = second ? cellText(entity, second, record) : ''
  return {
    value: String(record.id),
    label: recordLabel(entity, record),
    hint: hint.slice(0, HINT_LENGTH),
  }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { auditLog } from '#core/audit/audit.ts'
import type { NamedPerson } from '#core/comments/comments.ts'
import { optionalText } from '#core/fields/text.ts'
import type { Listing } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

const PERSON = { ...optionalText('Person'), control: 'choice' } as const

/** The audit log with a filter by person, for members who see the events of others (SPEC C70). */
export function useAuditListing(): Listing {
  const seesOthers = useMay('audit-all')
  const { data: people } = useQuery({
    queryKey: ['audit', 'people'],
    queryFn: () => request<NamedPerson[]>('GET', '/api/audit/people'),
    enabled: seesOthers,
  })
  return useMemo(() => {
    if (!seesOthers || people?.length === 1) return auditLog
    const options = people?.map(({ personId, name }) => ({ value: personId, label: name }))
    return {
      ...auditLog,
      fields: {
        ...auditLog.fields,
        personId: { ...PERSON, ...(options && { options }) },
      },
    }
  }, [seesOthers, people])
}

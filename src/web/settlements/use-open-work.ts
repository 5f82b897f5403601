import { useQuery } from '@tanstack/react-query'
import type { OpenWork } from '#core/settlements/run/open-weeks.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'

/** The weeks with open settlements; undefined if the user can't see settlements. Read on opening and after the user's own changes (SPEC C50). */
export function useOpenWork(): OpenWork | undefined {
  const enabled = useMay('settlements')
  const { data } = useQuery({
    queryKey: ['open-work', today()],
    queryFn: () => request<OpenWork>('GET', `/api/settlements/open-work?today=${today()}`),
    enabled,
  })
  return data
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { BELL_ENTRIES } from '#core/comments/bell.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useUser } from '#web/api/session.ts'
import { bellQuery } from '#web/comments/use-bell.ts'

/** Removes the papers of the open load from the bell (SPEC C138). Does nothing while an Admin views the account as another role. */
export function usePapersSeen(loadId: number): void {
  const { data: bell } = useQuery({ ...bellQuery, enabled: false })
  const isViewing = Boolean(useUser()?.viewAs)
  const entry = bell?.entries.find(
    ({ kind, subjectId }) => kind === 'papers' && subjectId === loadId,
  )
  // The bell lists only the newest papers. If there are more, this load's papers may be among the older ones.
  const news = entry?.createdAt ?? ((bell?.papers ?? 0) > BELL_ENTRIES ? 'older' : undefined)
  const done = useRef<string>(undefined)
  useEffect(() => {
    const what = news && `${loadId} ${news}`
    if (!what || isViewing || done.current === what) return
    done.current = what
    void request('POST', `/api/loads/${loadId}/documents/read`)
      .then(() => queryClient.invalidateQueries({ queryKey: bellQuery.queryKey }))
      .catch(() => undefined)
  }, [loadId, news, isViewing])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import type { OwnQuestion } from '#core/questions/line-questions.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { usePortalUser } from '#web/portal/portal-user.ts'

/**
 * Marks an answer as read once it has been in view. Returns the ref for the answer. Does nothing while an Admin views the
 * portal, because that view is read-only.
 */
export function useReadAnswer({ id, unread }: OwnQuestion) {
  const shown = useRef<HTMLDListElement>(null)
  const queries = useQueryClient()
  const isViewing = usePortalUser().viewAs !== null
  const { hash, key } = useLocation()
  const { run } = useAction({
    send: () => request('POST', `/api/portal/questions/${id}/read`),
    refetch: () => queries.invalidateQueries({ queryKey: ['own-bell'] }),
  })
  const markRead = useEffectEvent(() => run())

  useEffect(() => {
    if (!unread || isViewing || !shown.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      markRead()
    })
    observer.observe(shown.current)
    return () => observer.disconnect()
  }, [unread, isViewing])

  // The bell's links lead to the question.
  useEffect(() => {
    if (hash === `#question-${id}`) shown.current?.scrollIntoView({ block: 'center' })
  }, [hash, key, id])

  return shown
}

import { useEffect, useEffectEvent, useRef } from 'react'
import { useUser } from '#web/api/session.ts'
import { useMarkRead, type Subject } from './queries.ts'

/**
 * Marks the mentions in a thread as read once its end has been in view. Returns the ref for the end. Does nothing while an
 * Admin views the account as another role, because that view is read-only.
 */
export function useSeen(subject: Subject, unread: number) {
  const end = useRef<HTMLDivElement>(null)
  const { run } = useMarkRead(subject)
  const isViewing = Boolean(useUser()?.viewAs)
  const markRead = useEffectEvent(() => run())

  useEffect(() => {
    if (!unread || isViewing || !end.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) markRead()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [unread, isViewing])

  return end
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import type { Thread } from '#core/comments/comments.ts'
import { useUser } from '#web/api/session.ts'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { threadQuery, type Subject, useMarkRead } from './queries.ts'

/** The comments of a load or a settlement, oldest first (SPEC C84). */
export function CommentThread(subject: Subject) {
  const query = useQuery(threadQuery(subject))
  return (
    <Card title="Comments">
      <Query of={query} skeleton="h-16">
        {(data) => <LoadedThread subject={subject} thread={data} />}
      </Query>
    </Card>
  )
}

type LoadedThreadProps = { subject: Subject; thread: Thread }

function LoadedThread({ subject, thread }: LoadedThreadProps) {
  const { comments, people, unread } = thread
  const list = useScrollFromBell()
  const end = useSeen(subject, unread)
  return (
    <div ref={list} tabIndex={-1} className="grid scroll-mt-28 scroll-mb-24 gap-3 outline-none">
      {comments.length > 0 && (
        <ol className="grid">
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </ol>
      )}
      <div ref={end}>
        <CommentForm subject={subject} people={people} />
      </div>
    </div>
  )
}

/** Scrolls to the latest comment if the address ends in "#comments", as the links of the bell do. */
function useScrollFromBell() {
  const { hash, key } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash !== '#comments') return
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'end' })
  }, [hash, key])
  return list
}

/**
 * Marks the mentions in a thread as read once its end has been in view. Returns the ref for the end. Does nothing while an
 * Admin views the account as another role, because that view is read-only.
 */
function useSeen(subject: Subject, unread: number) {
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

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Comment, Thread } from '#core/comments/comments.ts'
import { splitMentions } from '#core/comments/mention-text.ts'
import { useUser } from '#web/api/session.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { Query } from '#web/ui/query.tsx'
import { CommentForm } from './comment-form.tsx'
import { formatTime } from './format-time.ts'
import { type Subject, threadQuery, useDeleteComment, useMarkRead } from './queries.ts'

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

/** A comment. Its author can delete it. */
function CommentItem({ comment }: { comment: Comment }) {
  const user = useUser()
  const isOwn = comment.personId === user?.id
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
        <span className="font-medium wrap-anywhere">{comment.author}</span>
        <time dateTime={comment.createdAt} className="text-xs text-muted">
          {formatTime(comment.createdAt)}
        </time>
        {isOwn && <DeleteComment comment={comment} />}
      </div>
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">
        <CommentText comment={comment} ownId={user?.id} />
      </p>
    </li>
  )
}

function CommentText({ comment, ownId }: { comment: Comment; ownId: string | undefined }) {
  const { text, mentions } = comment
  const ownName = mentions.find(({ personId }) => personId === ownId)?.name
  const names = mentions.map(({ name }) => name)
  return splitMentions(text, names).map((part, index) =>
    part.name === null ? (
      part.text
    ) : (
      <span
        key={index}
        className={classes(
          'rounded-sm px-0.5 font-medium',
          part.name === ownName ? 'bg-accent-soft text-accent-strong' : 'text-accent-strong',
        )}
      >
        {part.text}
      </span>
    ),
  )
}

function DeleteComment({ comment }: { comment: Comment }) {
  const [asking, setAsking] = useState(false)
  const deleting = useDeleteComment(() => setAsking(false))
  return (
    <>
      <button
        type="button"
        aria-label={`Delete your comment from ${formatTime(comment.createdAt)}`}
        className="hit-area ml-auto text-xs text-muted underline-offset-2 hover:underline print:hidden"
        onClick={() => setAsking(true)}
      >
        Delete
      </button>
      <ConfirmDialog
        open={asking}
        title="Delete this comment?"
        description="It is no longer shown here. The audit log keeps it."
        confirm="Delete"
        busy={deleting.busy}
        onConfirm={() => deleting.run(comment.id)}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

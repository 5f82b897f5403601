import { useState } from 'react'
import type { Comment } from '#core/comments/comments.ts'
import { splitMentions } from '#core/comments/mention-text.ts'
import { useUser } from '#web/api/session.ts'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { formatTime } from './format-time.ts'
import { useDeleteComment } from './queries.ts'

/** A comment. Its author can delete it. */
export function CommentItem({ comment }: { comment: Comment }) {
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

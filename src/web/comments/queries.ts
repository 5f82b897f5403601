/** Requests for the comments of a record (SPEC C84, C85). */
import { queryOptions } from '@tanstack/react-query'
import type { Comment, CommentSubject, NewComment, Thread } from '#core/comments/comments.ts'
import { commentMessages } from '#core/comments/comments.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

export type Subject = { kind: CommentSubject; id: number }

export function threadQuery({ kind, id }: Subject) {
  return queryOptions({
    queryKey: ['comments', kind, id],
    queryFn: () => request<Thread>('GET', `/api/${kind}/${id}/comments`),
  })
}

/** `onAdded`: called after the comment is stored. A failure keeps what was typed. */
export function useAddComment({ kind, id }: Subject, onAdded: () => void) {
  return useAction({
    send: (body: NewComment, { key }) =>
      request<Comment>('POST', `/api/${kind}/${id}/comments`, {
        body,
        headers: { 'Idempotency-Key': key },
      }),
    failed: commentMessages.failed,
    onDone: onAdded,
    refetch: refetchComments,
  })
}

export function useDeleteComment(onDone: () => void) {
  return useAction({
    send: (id: number) => request('DELETE', `/api/comments/${id}`),
    failed: commentMessages.deleteFailed,
    onFailure: onDone,
    refetch: () => refetchComments().then(onDone),
  })
}

/** Marks the mentions in the comments of a record as read. */
export function useMarkRead({ kind, id }: Subject) {
  return useAction({
    send: () => request('POST', `/api/${kind}/${id}/comments/read`),
    onDone: () =>
      queryClient.setQueryData(threadQuery({ kind, id }).queryKey, (thread) =>
        thread ? { ...thread, unread: 0 } : thread,
      ),
    refetch: () => queryClient.invalidateQueries({ queryKey: ['bell'] }),
  })
}

/** The audit log shows comments too. */
async function refetchComments(): Promise<void> {
  await Promise.all(
    ['comments', 'audit'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}

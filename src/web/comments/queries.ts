/** Requests for the comments of a record (SPEC C84, C85). */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Comment, CommentSubject, NewComment, Thread } from '#core/comments/comments.ts'
import { commentMessages } from '#core/comments/comments.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { messageFor, useRequestKey } from '#web/api/request-key.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

export type Subject = { kind: CommentSubject; id: number }

export function threadQuery({ kind, id }: Subject) {
  return queryOptions({
    queryKey: ['comments', kind, id],
    queryFn: () => request<Thread>('GET', `/api/${kind}/${id}/comments`),
  })
}

/** `onAdded`: called after the comment is stored. A failure keeps what was typed. */
export function useAddComment({ kind, id }: Subject, onAdded: () => void) {
  const { key, onResponse } = useRequestKey()
  return useMutation({
    mutationFn: (body: NewComment) =>
      request<Comment>('POST', `/api/${kind}/${id}/comments`, {
        body,
        headers: { 'Idempotency-Key': key },
      }),
    onSuccess: async () => {
      onResponse()
      onAdded()
      await refetchComments()
    },
    onError: (error) => {
      onResponse(error)
      toastFailure(commentMessages.failed, messageFor(error))
    },
  })
}

export function useDeleteComment(onDone: () => void) {
  return useMutation({
    mutationFn: (id: number) => request('DELETE', `/api/comments/${id}`),
    onSuccess: refetchComments,
    onError: (error) => toastFailure(commentMessages.deleteFailed, error.message),
    onSettled: onDone,
  })
}

/** Marks the mentions in the comments of a record as read. */
export function useMarkRead({ kind, id }: Subject) {
  return useMutation({
    mutationFn: () => request('POST', `/api/${kind}/${id}/comments/read`),
    onSuccess: async () => {
      queryClient.setQueryData(threadQuery({ kind, id }).queryKey, (thread) =>
        thread ? { ...thread, unread: 0 } : thread,
      )
      await queryClient.invalidateQueries({ queryKey: ['bell'] })
    },
  })
}

/** The audit log shows comments too. */
async function refetchComments(): Promise<void> {
  await Promise.all(
    ['comments', 'audit'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}

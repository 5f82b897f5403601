/** Requests of the comments of a record, and of the bell (SPEC C84–C86). */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Bell } from '#core/comments/bell.ts'
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

/** `onAdded`: after the comment is on record. A failure keeps what was typed. */
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

/** Read on opening a page and after the user's own changes (SPEC V8). */
export function useBell() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    void queryClient.invalidateQueries({ queryKey: ['bell'] })
  }, [pathname])

  return useQuery({ queryKey: ['bell'], queryFn: () => request<Bell>('GET', '/api/bell') })
}

/** The audit log shows comments too. */
async function refetchComments(): Promise<void> {
  await Promise.all(
    ['comments', 'audit'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}

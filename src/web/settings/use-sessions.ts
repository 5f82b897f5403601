import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { passwordChangeSchema, Session } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type PasswordChange = z.output<typeof passwordChangeSchema>

type ChangeOptions = {
  onChanged: () => void
  /** Shows the server's message at its field. */
  onFieldError: (field: keyof PasswordChange, message: string) => void
}

const SESSIONS = ['sessions']
const PATH = '/api/auth/sessions'

export function useSessions() {
  return useQuery({ queryKey: SESSIONS, queryFn: () => request<Session[]>('GET', PATH) })
}

export function useChangePassword({ onChanged, onFieldError }: ChangeOptions) {
  return useMutation({
    mutationFn: (body: PasswordChange) => request('PUT', '/api/auth/password', { body }),
    onSuccess: () => {
      onChanged()
      toast(accountMessages.passwordChanged, accountMessages.othersEnded)
      void refetchSessions()
    },
    onError: (error) => {
      toastFailure(accountMessages.passwordNotChanged, error.message)
      const fields = error instanceof ApiError ? error.fields : undefined
      for (const [name, [message = '']] of Object.entries(fields ?? {}))
        onFieldError(name as keyof PasswordChange, message)
    },
  })
}

/** Ends the session with this id; without an id, every session but the current one. */
export function useEndSession() {
  return useMutation({
    mutationFn: (id?: number) => request('DELETE', id === undefined ? PATH : `${PATH}/${id}`),
    onSuccess: (_, id) =>
      toast(id === undefined ? accountMessages.othersEnded : accountMessages.sessionEnded),
    onError: (error) => toastFailure(accountMessages.sessionNotEnded, error.message),
    // Even after an error: the session may already have ended.
    onSettled: refetchSessions,
  })
}

function refetchSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSIONS })
}

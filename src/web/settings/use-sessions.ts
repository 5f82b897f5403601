import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { passwordChangeSchema, Session } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type PasswordChange = z.output<typeof passwordChangeSchema>

type Changing = {
  onChanged: () => void
  /** Puts the server's message at its field. */
  onRefused: (field: keyof PasswordChange, message: string) => void
}

const SESSIONS = ['sessions']
const PATH = '/api/auth/sessions'

export function useSessions() {
  return useQuery({ queryKey: SESSIONS, queryFn: () => request<Session[]>('GET', PATH) })
}

export function useChangePassword({ onChanged, onRefused }: Changing) {
  return useMutation({
    mutationFn: (body: PasswordChange) => request('PUT', '/api/auth/password', { body }),
    onSuccess: () => {
      onChanged()
      toast(accountMessages.passwordChanged, accountMessages.othersEnded)
      void readAgain()
    },
    onError: (error) => {
      toastFailure(accountMessages.passwordNotChanged, error.message)
      const fields = error instanceof ApiError ? error.fields : undefined
      for (const [name, [message = '']] of Object.entries(fields ?? {}))
        onRefused(name as keyof PasswordChange, message)
    },
  })
}

/** Ends the session of that number; without one, every session but this. */
export function useEndSession() {
  return useMutation({
    mutationFn: (id?: number) => request('DELETE', id === undefined ? PATH : `${PATH}/${id}`),
    onSuccess: (_, id) =>
      toast(id === undefined ? accountMessages.othersEnded : accountMessages.sessionEnded),
    onError: (error) => toastFailure(accountMessages.sessionNotEnded, error.message),
    // Read again after a refusal too: the session may have ended by itself.
    onSettled: readAgain,
  })
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSIONS })
}

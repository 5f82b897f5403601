import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { passwordChangeSchema, Session } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { toast } from '#web/ui/overlays/toast.tsx'

export type PasswordChange = z.output<typeof passwordChangeSchema>

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
  return useAction({
    send: (body: PasswordChange) => request('PUT', '/api/auth/password', { body }),
    done: () => toast(accountMessages.passwordChanged, accountMessages.othersEnded),
    failed: accountMessages.passwordNotChanged,
    onFields: (fields) => {
      for (const [name, [message = '']] of Object.entries(fields))
        onFieldError(name as keyof PasswordChange, message)
    },
    onDone: () => {
      onChanged()
      void refetchSessions()
    },
    refetch: 'nothing',
  })
}

/** Ends the session with this id; without an id, every session but the current one. */
export function useEndSession() {
  return useAction({
    send: (id: number | undefined) => request('DELETE', id === undefined ? PATH : `${PATH}/${id}`),
    done: (_, id) =>
      id === undefined ? accountMessages.othersEnded : accountMessages.sessionEnded,
    failed: accountMessages.sessionNotEnded,
    // The session may already have ended.
    onFailure: refetchSessions,
    refetch: refetchSessions,
  })
}

function refetchSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSIONS })
}

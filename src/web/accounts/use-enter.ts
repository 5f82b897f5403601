import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { User } from '#core/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { forgetEverything, setUser } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

type Entering = {
  path: '/api/login' | '/api/signup'
  success: string
  failure: string
  /** Where the server gives no message of its own. */
  fallback: string
  onRefused: (fields: Record<string, string[]>) => void
}

/** Logs in or signs up, and goes to the dashboard (SPEC A2, A8). */
export function useEnter({ path, success, failure, fallback, onRefused }: Entering) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: object) => request<User>('POST', path, { body }),
    onSuccess: async (user) => {
      forgetEverything()
      setUser(user)
      toast({ title: success })
      await navigate('/')
    },
    onError: (error) => {
      toast({ title: failure, description: wordsFor(error, fallback), tone: 'destructive' })
      if (error instanceof ApiError && error.fields) onRefused(error.fields)
    },
  })
}

function wordsFor(error: Error, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return accountMessages.tryAgain
  const { message } = (error.body ?? {}) as { message?: string }
  return message ?? fallback
}

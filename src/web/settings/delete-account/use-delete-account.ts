import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { accountDeletedSchema, accountDeletionSchema } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'

type Deletion = z.output<typeof accountDeletionSchema>
type DeletionResult = z.output<typeof accountDeletedSchema>

/** Deletes the account and opens the login, which confirms the deletion. `onFieldError` shows the server's message at its field. */
export function useDeleteAccount(onFieldError: (field: keyof Deletion, message: string) => void) {
  return useMutation({
    mutationFn: (body: Deletion) =>
      request<DeletionResult>('POST', '/api/account/delete', { body }),
    onSuccess: ({ done }) => {
      discardUnsaved()
      window.location.assign(done ? '/login?deleted' : '/login?deleting')
    },
    onError: (error) => {
      toastFailure(accountMessages.notDeleted, error.message)
      const fields = error instanceof ApiError ? error.fields : undefined
      for (const [name, [message = '']] of Object.entries(fields ?? {}))
        onFieldError(name as keyof Deletion, message)
    },
  })
}

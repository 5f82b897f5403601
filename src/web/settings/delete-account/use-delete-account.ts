import type { z } from 'zod'
import type { accountDeletedSchema, accountDeletionSchema } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'

type Deletion = z.output<typeof accountDeletionSchema>
type DeletionResult = z.output<typeof accountDeletedSchema>

/** Deletes the account and opens the login, which confirms the deletion. `onFieldError` shows the server's message at its field. */
export function useDeleteAccount(onFieldError: (field: keyof Deletion, message: string) => void) {
  return useAction({
    send: (body: Deletion) => request<DeletionResult>('POST', '/api/account/delete', { body }),
    failed: accountMessages.notDeleted,
    onFields: (fields) => {
      for (const [name, [message = '']] of Object.entries(fields))
        onFieldError(name as keyof Deletion, message)
    },
    onDone: ({ done }) => {
      discardUnsaved()
      window.location.assign(done ? '/login?deleted' : '/login?deleting')
    },
    refetch: 'nothing',
  })
}

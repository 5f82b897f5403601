import { zodResolver } from '@hookform/resolvers/zod'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type accountDeletedSchema, accountDeletionSchema } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { useUser } from '#web/api/session.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PasswordField, TextField } from '#web/ui/inputs/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'

export function DeleteAccountCard() {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="Delete Account" description="Permanently deletes the account and all of its data.">
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** Offers the export, then asks for the email and the password (SPEC C37). */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const email = useUser()?.email ?? ''
  const form = useForm({
    resolver: zodResolver(accountDeletionSchema),
    defaultValues: { confirmation: '', password: '' },
  })
  const { errors } = form.formState
  const deletion = useDeleteAccount((name, message) =>
    form.setError(name, { message }, { shouldFocus: true }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete Account"
      description="Deletes all loads, settlements, statements, payments, people and the audit log. They can't be restored."
    >
      <div className="grid gap-3 rounded-md border border-line p-3 text-sm">
        <p>
          Save your data first. The law requires many carriers to keep pay and tax records for
          years.
        </p>
        <DownloadLink className="justify-self-start" href="/api/account/export.zip">
          <Download aria-hidden className="size-4" />
          Export All Data
        </DownloadLink>
      </div>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((values) => deletion.run(values))(event)}
      >
        <TextField
          label={`Type ${email} to confirm`}
          autoComplete="off"
          message={errors.confirmation?.message}
          {...form.register('confirmation')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          message={errors.password?.message}
          {...form.register('password')}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={deletion.busy}>
            {deletion.busy ? 'Deleting...' : 'Delete Account'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Deletion = z.output<typeof accountDeletionSchema>
type DeletionResult = z.output<typeof accountDeletedSchema>

/** Deletes the account and opens the login, which confirms the deletion. `onFieldError` shows the server's message at its field. */
function useDeleteAccount(onFieldError: (field: keyof Deletion, message: string) => void) {
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

import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/messages.ts'
import type { Settlement } from '#core/settlement.ts'
import { voidFields, voidSchema } from '#core/settlement-life.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Labelled } from '#web/ui/labelled.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { StepFormProps } from './pay-form.tsx'

/** Asks why a statement is void: it stays in the book, and the reason is printed on it (SPEC C3). */
export function VoidForm({ billing, onDone, onClose }: StepFormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const voiding = useMutation({
    mutationFn: () =>
      request<Settlement>('POST', `/api/billing/${billing.id}/void`, {
        body: { reason },
        headers: { 'If-Match': `"${billing.version}"` },
      }),
    onSuccess: (voided) => {
      toast({ title: settlementMessages.voided })
      onDone(voided)
      onClose()
      void refetchLists()
    },
    onError: ({ message }) =>
      toast({ title: settlementMessages.failedToVoid, description: message, tone: 'destructive' }),
  })

  function submit() {
    const { error: wrong } = voidSchema.safeParse({ reason })
    setError(wrong?.issues[0]?.message)
    if (!wrong && !voiding.isPending) voiding.mutate()
  }

  return (
    <Dialog
      open
      title={`Void statement ${billing.number}`}
      description="It stays in the book with its number and prints VOID. Its truck and date can then be settled anew. This cannot be undone."
      onOpenChange={(open) => !open && onClose()}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Labelled label={voidFields.reason.label} name="reason" error={error} required>
          {(aria) => (
            <TextInput
              {...aria}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labelled>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={voiding.isPending}>
            {voiding.isPending ? 'Voiding...' : 'Void Statement'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

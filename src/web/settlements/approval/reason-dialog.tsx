import { useRef, useState } from 'react'
import { voidFields, voidSchema } from '#core/settlements/approval.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Refusal } from './refusal.tsx'

type ReasonDialogProps = {
  title: string
  description: string
  /** On the button, and while it works. */
  confirm: string
  working: string
  busy: boolean
  /** Why the server did not do it. */
  refused: string | undefined
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks why something is done that money depends on: the reason stays in the book. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirm, working, busy, refused, onConfirm, onClose } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function submit() {
    const { error: wrong } = voidSchema.safeParse({ reason })
    setError(wrong?.issues[0]?.message)
    if (wrong) field.current?.focus()
    else if (!busy) onConfirm(reason)
  }

  return (
    <Dialog
      open
      title={title}
      description={description}
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
        <Labeled label={voidFields.reason.label} name="reason" error={error} required>
          {(aria) => (
            <TextInput
              {...aria}
              ref={field}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labeled>
        <Refusal message={refused} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={busy}>
            {busy ? working : confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

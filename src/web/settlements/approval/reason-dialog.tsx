import { useRef, useState, type ReactNode } from 'react'
import { newRecordSchema } from '#core/entities/entity.ts'
import { voidFields } from '#core/settlements/approval.ts'
import { ActionError } from '#web/settlements/notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'

const reasonSchema = newRecordSchema(voidFields)

type ReasonDialogProps = {
  title: string
  description: string
  /** The label of the button. */
  confirm: string
  /** The button's label while `busy`. */
  working: string
  busy: boolean
  /** Use `primary` for a step that can be undone. */
  tone?: 'danger' | 'primary'
  /** The server's message after a failure. */
  failure: string | undefined
  onConfirm: (reason: string) => void
  onClose: () => void
  /** Further questions, below the reason. */
  children?: ReactNode
}

/** Asks for the reason for a step that changes what is paid. The reason is kept on record. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirm, working, busy, failure, onConfirm, onClose } = props
  const { tone = 'danger' } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function submit() {
    const { error: invalid } = reasonSchema.safeParse({ reason })
    setError(invalid?.issues[0]?.message)
    if (invalid) field.current?.focus()
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
        {props.children}
        <ActionError message={failure} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} disabled={busy}>
            {busy ? working : confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

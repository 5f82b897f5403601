import { useRef, useState } from 'react'
import { closedReasonSchema } from '#core/books/closing.ts'
import type { OpenQuestion } from '#web/api/server-questions.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'

/** Asks for the reason of a change that is dated into a closed month. */
export function ClosedMonthForm({ question, answer }: OpenQuestion<string, string>) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open
      title="Change a closed month?"
      description={question}
      onOpenChange={(open) => !open && answer(null)}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { data, error: invalid } = closedReasonSchema.safeParse(reason)
          if (data !== undefined) return answer(data)
          setError(invalid?.issues[0]?.message)
          field.current?.focus()
        }}
        onKeyDown={saveByKeys}
      >
        <Labeled
          label="Reason"
          name="closedReason"
          error={error}
          hint="Listed on the Books page for your accountant."
          required
        >
          {(aria) => (
            <TextInput
              {...aria}
              ref={field}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labeled>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={() => answer(null)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger">
            Change the Closed Month
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

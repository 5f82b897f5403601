import { CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import { type Line, lineName } from '#core/settlements/lines.ts'
import { useAction } from '#web/api/use-action.ts'
import { ReasonDialog } from '#web/settlements/approval/reason-dialog.tsx'
import { fromSaved } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { takeOff } from './queries.ts'

/** Takes the line of a card purchase off the draft, with a reason (SPEC C577). */
export function TakeOffButton({ line }: { line: Line }) {
  const { replace } = useSettlement()
  const [open, setOpen] = useState(false)
  const name = lineName(line)
  const { run, busy, failure } = useAction({
    send: (reason: string) => takeOff(line.billingId, line.id, reason),
    done: settlementMessages.takenOff,
    onDone: (billing) => {
      setOpen(false)
      replace({ ...fromSaved(billing), keepEdits: true })
    },
  })
  return (
    <>
      <IconButton label={`Take Off: ${name}`} onClick={() => setOpen(true)}>
        <CircleMinus aria-hidden className="size-4" />
      </IconButton>
      {open && (
        <ReasonDialog
          title="Take Off Card Purchase"
          description={`${name}. It stays off this and later settlements until you put it back.`}
          confirm="Take Off"
          working="Taking off..."
          tone="primary"
          busy={busy}
          failure={failure}
          onConfirm={run}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

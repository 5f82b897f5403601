import { useState } from 'react'
import { useMay } from '#web/api/may.tsx'
import { ReasonDialog } from '#web/settlements/approval/reason-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOpenAmount } from './use-open-amount.ts'

type TransferButtonProps = {
  /** "Transfer to Ann". */
  label: string
  description: string
  /** Below /api/billing. */
  path: string
  body?: object
  /** The toast. */
  done: string
}

/** Moves an open amount to another payee, with a reason (SPEC C10). */
export function TransferButton({ label, description, path, body, done }: TransferButtonProps) {
  const [open, setOpen] = useState(false)
  const { post, busy, failure } = useOpenAmount(() => setOpen(false))
  if (!useMay('payroll')) return null
  return (
    <>
      <Button variant="secondary" size="long" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <ReasonDialog
          title={label}
          description={description}
          confirm="Transfer"
          working="Transferring..."
          busy={busy}
          failure={failure}
          onConfirm={(reason) => post({ path, body: { ...body, reason }, done })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

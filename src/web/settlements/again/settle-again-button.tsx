import { RotateCcw } from 'lucide-react'
import type { Settlement } from '#core/settlements/settlement.ts'
import { Button } from '#web/ui/button.tsx'
import { useSettleAgain } from './use-settle-again.ts'

type SettleAgainButtonProps = {
  billingId: number
  /** "Statement 4", if there are several buttons. */
  name?: string
  onDone?: (draft: Settlement) => void
}

/** Makes a new draft with the lines of a void statement (SPEC C94). */
export function SettleAgainButton({ billingId, name, onDone }: SettleAgainButtonProps) {
  const { settleAgain, busy } = useSettleAgain(onDone)
  return (
    <Button
      variant={name ? 'secondary' : 'primary'}
      aria-label={name && `Settle Again: ${name}`}
      disabled={busy}
      onClick={() => settleAgain(billingId)}
    >
      <RotateCcw aria-hidden className="size-4" />
      {busy ? 'Settling...' : 'Settle Again'}
    </Button>
  )
}

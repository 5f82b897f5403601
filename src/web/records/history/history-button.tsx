import { useState } from 'react'
import { auditAddress } from '#core/audit/address.ts'
import { useMay } from '#web/api/may.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { HistoryDialogProps } from './history-dialog.tsx'

const HistoryDialog = onDemand<HistoryDialogProps>(
  async () => (await import('./history-dialog.tsx')).HistoryDialog,
)

/** `path`: the record's path in the API, "loads". */
type HistoryButtonProps = { path: string; id: number }

/** Opens a dialog with the record's changes, if the user may read the audit log (SPEC S31). */
export function HistoryButton({ path, id }: HistoryButtonProps) {
  const [open, setOpen] = useState(false)
  const mayRead = useMay('audit')
  if (!mayRead) return null
  return (
    <>
      <button
        type="button"
        className="hit-area text-sm font-medium text-accent-strong underline underline-offset-2"
        onClick={() => setOpen(true)}
      >
        History
      </button>
      {open && <HistoryDialog address={auditAddress(path, id)} onClose={() => setOpen(false)} />}
    </>
  )
}

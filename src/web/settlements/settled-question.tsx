import { useSettledQuestion } from '#web/api/settled-question.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const SettledDialog = onDemand(async () => (await import('./settled-dialog.tsx')).SettledDialog)

/** Asks before loads of locked statements change, on every screen. Pages load the dialog only when it opens. */
export function AskAboutSettled() {
  const open = useSettledQuestion()
  return open ? <SettledDialog {...open} /> : null
}

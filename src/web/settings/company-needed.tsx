import { useCompanyQuestion } from '#web/api/company-needed.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const CompanyDialog = onDemand(async () => (await import('./company-dialog.tsx')).CompanyDialog)

/** Asks for the company's details before the first paper or email. Pages load the dialog only when it opens. */
export function CompanyNeeded() {
  const open = useCompanyQuestion()
  return open ? <CompanyDialog onAnswer={open.answer} /> : null
}

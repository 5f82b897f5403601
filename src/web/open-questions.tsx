import {
  useClosedQuestion,
  useCompanyQuestion,
  useSettledQuestion,
} from '#web/api/server-questions.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const CompanyDialog = onDemand(
  async () => (await import('#web/settings/company-dialog.tsx')).CompanyDialog,
)
const SettledDialog = onDemand(
  async () => (await import('#web/settlements/settled-dialog.tsx')).SettledDialog,
)
const ClosedMonthForm = onDemand(
  async () => (await import('#web/books/closed-month-form.tsx')).ClosedMonthForm,
)

/** What the server asks on any screen (SPEC C341, C360, C375). Pages load a dialog only when it opens. */
export function OpenQuestions() {
  const company = useCompanyQuestion()
  const settled = useSettledQuestion()
  const closed = useClosedQuestion()
  return (
    <>
      {company && <CompanyDialog onAnswer={company.answer} />}
      {settled && <SettledDialog {...settled} />}
      {closed && <ClosedMonthForm {...closed} />}
    </>
  )
}

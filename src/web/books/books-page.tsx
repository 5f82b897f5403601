import { useMay } from '#web/api/may.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccountMapCard } from './account-map-card.tsx'
import { ClosingCard } from './closing-card.tsx'
import { FilesCard } from './files-card.tsx'
import { NewFileCard } from './new-file-card.tsx'

/** Makes files for the accountant: the records of a period, each in one file only (SPEC C220–C226). */
export function BooksPage() {
  const mayBill = useMay('billing')
  const mayPay = useMay('payroll')
  const mayChange = mayBill && mayPay
  return (
    <Page
      title="Books"
      description="Files for your accountant’s QuickBooks. Each record is in one file only."
    >
      <NewFileCard mayChange={mayChange} />
      <FilesCard />
      <ClosingCard mayChange={mayChange} />
      <AccountMapCard mayChange={mayChange} />
    </Page>
  )
}

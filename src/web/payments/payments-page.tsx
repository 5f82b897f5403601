import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paymentsList } from '#core/payments/listing.ts'
import { RecordsList } from '#web/records/list/records-list.tsx'
import { RowAction } from '#web/records/list/row-action.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { useUrlAction } from '#web/records/list/use-url-action.ts'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { RegisterForm } from './register-form.tsx'
import { UnappliedNotice } from './unapplied-notice.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline'

/** Every payment. A row opens its parts and what can be done with it (SPEC C11, C12). */
export function PaymentsPage() {
  const list = useList(paymentsList)
  const [shown, setShown] = useState<number>()
  useRowKeys({ onOpen: setShown })
  useUrlAction('open', (id) => setShown(Number(id) || undefined))
  return (
    <Page
      title={paymentsList.title}
      description={paymentsList.description}
      actions={<ExportLink name={paymentsList.name} query={list.query} />}
    >
      <UnappliedNotice />
      <RecordsList
        list={list}
        actions={({ id }) => (
          <RowAction label={`Open payment ${id}`} Icon={Eye} onClick={() => setShown(id)} />
        )}
        firstStep={
          <Link className={LINK} to="/settlements/run">
            Pay approved statements in the settlement run
          </Link>
        }
      />
      <RegisterForm />
      {shown !== undefined && (
        <PaymentDialog
          key={shown}
          id={shown}
          onOpen={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </Page>
  )
}

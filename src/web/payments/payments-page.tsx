import { Eye } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { paymentsList } from '#core/payments/listing.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { useUrlAction } from '#web/records/list/use-url-action.ts'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { RegisterForm } from './register-form.tsx'
import { UnappliedNotice } from './unapplied-notice.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline'

/** Every payment. A row opens the payment's parts and actions (SPEC C11, C12). */
export function PaymentsPage() {
  const list = useList(paymentsList)
  const [shown, setShown] = useState<number>()
  useRowKeys({ onOpen: setShown })
  useUrlAction('open', (id) => setShown(Number(id) || undefined))
  const rowActions = useCallback(
    ({ id }: AnyRecord): RowAction[] => [
      { text: 'Open', label: `Open payment ${id}`, Icon: Eye, onClick: () => setShown(id) },
    ],
    [],
  )
  return (
    <ListPage
      list={list}
      actions={<ExportLink name={paymentsList.name} query={list.query} />}
      notices={<UnappliedNotice />}
      rowActions={rowActions}
      firstStep={
        <OnlyFor permission="payroll">
          <Link className={LINK} to="/settlements/run">
            Pay approved statements in the settlement run
          </Link>
        </OnlyFor>
      }
    >
      <OnlyFor permission="export">
        <RegisterForm />
      </OnlyFor>
      {shown !== undefined && (
        <PaymentDialog
          key={shown}
          id={shown}
          onOpen={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </ListPage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { isDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { isSelected, type Money } from '#core/receipts/fill.ts'
import type { ReceiptDetails } from '#core/receipts/responses.ts'
import { today } from '#web/api/today.ts'
import { payableInvoicesQuery, receiptQuery } from '#web/receipts/queries.ts'
import { readPathId } from '#web/records/page/page-address.ts'
import { NotFound } from '#web/records/page/record-page.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Query } from '#web/ui/query.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { Page } from '#web/ui/page.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { OpenInvoiceList } from './open-invoice-list.tsx'
import { useReceivePayment } from './use-receive-payment.ts'
import { useApplyRows } from './use-apply-rows.ts'

/** Applies the unapplied money of a receipt to invoices (SPEC C198). */
export function ApplyPage() {
  const id = readPathId(useParams().id)
  const query = useQuery({ ...receiptQuery(id ?? 0), enabled: id !== null })
  const { data } = query
  if (id === null) return <NotFound singular="Receipt" />
  if (data) return <ApplyForm key={data.id} receipt={data} />
  return (
    <Page title="Apply Money">
      <Query of={query} skeleton="h-40" />
    </Page>
  )
}

const NO_INVOICES: never[] = []

function ApplyForm({ receipt }: { receipt: ReceiptDetails }) {
  const { id, brokerId, brokerName, unapplied, method } = receipt
  const navigate = useNavigate()
  const [day, setDay] = useState(today)
  const finder = useRef<HTMLInputElement>(null)
  const open = useQuery(payableInvoicesQuery(brokerId))
  const money: Money = {
    amount: unapplied,
    method,
    receivedOn: isDay(day) ? day : today(),
    quickPayPercent: open.data?.quickPayPercent ?? null,
    quickPayWithin: open.data?.quickPayWithin ?? null,
  }
  const list = useApplyRows(open.data?.invoices ?? NO_INVOICES, money)
  const posting = useReceivePayment(`/api/receipts/${id}/apply`, () => 'Money applied')
  useUnsaved(day !== today() || list.rows.some(isSelected), 'this money')
  return (
    <Page
      title="Apply Money"
      parent={{ title: 'Receipt', to: `/receipts/${id}` }}
      description={`${formatMoney(toCents(unapplied))} from ${brokerName} is unapplied.`}
    >
      <form
        noValidate
        className="grid min-w-0 gap-4"
        onKeyDown={saveByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          posting.save(list.rows, { day })
        }}
      >
        <Card title="Open Invoices">
          <div className="max-w-48">
            <Labeled label="Apply On" name="day" required error={posting.fields.day}>
              {(aria) => <DayInput {...aria} autoFocus value={day} onChange={setDay} />}
            </Labeled>
          </div>
          {posting.fields.parts && (
            <p className="text-sm font-medium text-danger-ink">{posting.fields.parts}</p>
          )}
          <Query of={open} skeleton="h-40">
            {({ more }) => (
              <OpenInvoiceList
                list={list}
                money={money}
                errors={posting.rowErrors}
                finder={finder}
                more={more}
              />
            )}
          </Query>
        </Card>
        <FormFoot
          onCancel={() => void navigate(`/receipts/${id}`)}
          save="Apply"
          busy={posting.busy}
        />
      </form>
      <QuestionDialog request={posting} />
    </Page>
  )
}

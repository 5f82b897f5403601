import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { isSelected, type Money } from '#core/receipts/fill.ts'
import type { OpenInvoices, Receipt } from '#core/receipts/responses.ts'
import { today } from '#web/api/today.ts'
import { payableInvoicesQuery } from '#web/receipts/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { Page } from '#web/ui/page.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { OpenInvoiceList } from './open-invoice-list.tsx'
import { PaymentFieldsGrid } from './payment-fields.tsx'
import { toReceiptBody, useReceivePayment, type PaymentFields } from './use-receive-payment.ts'
import { useApplyRows } from './use-apply-rows.ts'

const describeReceived = ({ amount }: Receipt) => `${formatMoney(toCents(amount))} received`

const NO_INVOICES: OpenInvoices['invoices'] = []

const startPayment = () => ({
  amount: '',
  reference: '',
  method: 'check',
  receivedOn: today(),
  depositedOn: '',
  note: '',
})

function startFields(params: URLSearchParams): PaymentFields {
  const broker = { brokerId: params.get('broker') ?? '', brokerName: params.get('name') ?? '' }
  return { ...broker, ...startPayment() }
}

/** Whether anything was typed besides the broker. */
function isTyped(fields: PaymentFields): boolean {
  const { brokerId: _, brokerName: __, ...typed } = fields
  return JSON.stringify(typed) !== JSON.stringify(startPayment())
}

/** Receive Payment: broker, amount, number, then the invoices. The keyboard is enough: Enter, Space, Ctrl+Enter (SPEC C199). */
export function ReceivePaymentPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [fields, setFields] = useState(() => startFields(params))
  const finder = useRef<HTMLInputElement>(null)
  const brokerId = fields.brokerId === '' ? null : Number(fields.brokerId)
  const open = useQuery(payableInvoicesQuery(brokerId))
  const list = useApplyRows(open.data?.invoices ?? NO_INVOICES, toMoney(fields, open.data))
  const posting = useReceivePayment('/api/receipts', describeReceived)
  useUnsaved(isTyped(fields) || list.rows.some(isSelected), 'this money')

  function change(next: Partial<PaymentFields>) {
    if (next.brokerId !== undefined) list.clear()
    setFields({ ...fields, ...next })
  }

  return (
    <Page
      title="Receive Payment"
      description="A check, ACH or wire from one broker, and the invoices it pays."
    >
      <form
        noValidate
        className="grid min-w-0 gap-4"
        onKeyDown={saveByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          posting.save(list.rows, toReceiptBody(fields))
        }}
      >
        <Card>
          <PaymentFieldsGrid
            fields={fields}
            errors={posting.fields}
            onChange={change}
            onEnter={() => finder.current?.focus()}
          />
          {open.data && <Terms open={open.data} />}
        </Card>
        {brokerId !== null && (
          <Card title="Open Invoices">
            <Query of={open} skeleton="h-40">
              {({ more }) => (
                <OpenInvoiceList
                  list={list}
                  money={toMoney(fields, open.data)}
                  errors={posting.rowErrors}
                  finder={finder}
                  more={more}
                />
              )}
            </Query>
          </Card>
        )}
        <FormFoot
          onCancel={() => void navigate('/receipts')}
          save="Receive Payment"
          busy={posting.busy}
        />
      </form>
      <QuestionDialog request={posting} />
    </Page>
  )
}

function toMoney({ amount, method, receivedOn }: PaymentFields, open?: OpenInvoices): Money {
  return {
    amount,
    method,
    receivedOn: isDay(receivedOn) ? receivedOn : today(),
    quickPayPercent: open?.quickPayPercent ?? null,
    quickPayWithin: open?.quickPayWithin ?? null,
  }
}

function Terms({ open: { quickPayPercent, quickPayWithin, unapplied } }: { open: OpenInvoices }) {
  const quickPay =
    quickPayPercent === null
      ? null
      : `Quick pay: ${Number(quickPayPercent)}%${quickPayWithin === null ? '' : ` within ${quickPayWithin} days`}.`
  const held =
    toCents(unapplied) > 0n
      ? `${formatMoney(toCents(unapplied))} from this broker is already unapplied.`
      : null
  if (!quickPay && !held) return null
  return <p className="text-sm text-muted">{[quickPay, held].filter(Boolean).join(' ')}</p>
}

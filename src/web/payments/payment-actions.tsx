import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { PaymentDetails } from '#core/payments/responses.ts'
import {
  closingFields,
  editablePaymentFields,
  reissueFields,
  reversalFields,
} from '#core/payments/payments.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import type { FormLabels } from '#web/records/form/form-labels.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'

type PaymentActionsProps = { payment: PaymentDetails; onOpen: (id: number) => void }
type Form = 'edit' | 'reverse' | 'reissue' | 'closings'

/** The steps that a payment allows now. */
export function PaymentActions({ payment, onOpen }: PaymentActionsProps) {
  const { id, state, unapplied, kind } = payment
  const [form, setForm] = useState<Form>()
  const { post, undo, ...step } = usePaymentStep(id)
  const { busy } = step
  const isOpen = state !== 'reversed'
  const hasUnapplied = toCents(unapplied) > 0n
  const fields =
    form === 'reissue'
      ? listReissueFields(payment)
      : FIELDS[form === 'closings' ? 'closings' : 'reverse']
  return (
    <div className="grid gap-3">
      <Closings payment={payment} busy={busy} onUndo={undo} />
      <div className="flex flex-wrap gap-2">
        {hasUnapplied && (
          <>
            <Button disabled={busy} onClick={() => post('apply', 'Applied', { day: today() })}>
              Apply to Open Statements
            </Button>
            <Button variant="secondary" onClick={() => setForm('closings')}>
              Repayment or Write-Off
            </Button>
          </>
        )}
        <Button variant="secondary" onClick={() => setForm('edit')}>
          {payment.method === 'check' ? 'Check # and Memo' : 'Reference and Memo'}
        </Button>
        {isOpen && (
          <Button variant="secondary" onClick={() => setForm('reverse')}>
            Reverse
          </Button>
        )}
        {isOpen && kind === 'settlement' && (
          <Button variant="secondary" onClick={() => setForm('reissue')}>
            Reissue
          </Button>
        )}
      </div>
      {form === 'edit' && <EditPayment payment={payment} onClose={() => setForm(undefined)} />}
      {form && form !== 'edit' && (
        <RecordForm
          entity={{ name: `payments/${id}/${form}`, singular: 'Payment', fields }}
          start={{ text: startText(form, payment) }}
          labels={LABELS[form]}
          onClose={() => setForm(undefined)}
          onSaved={(saved) => saved.id !== id && onOpen(saved.id)}
        />
      )}
      <QuestionDialog request={step} />
    </div>
  )
}

const FIELDS = { reverse: reversalFields, closings: closingFields }

/** A payment of this year is replaced in this year: there is nothing to choose (SPEC C315). */
function listReissueFields({ countsOn, paidOn }: PaymentDetails) {
  const { countsIn, ...fields } = reissueFields
  const isPastYear = (countsOn ?? paidOn).slice(0, 4) < today().slice(0, 4)
  return isPastYear ? { ...fields, countsIn } : fields
}

/** The number of an exported payment can't be changed, and the form says so (SPEC C353). */
function EditPayment({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const { note, ...others } = editablePaymentFields
  const fields = payment.isExported ? { note } : { ...others, note }
  const description = payment.isExported
    ? 'A file for the accountant has this payment with its number, so the number can’t be changed.'
    : 'The statements of the payment show the new number. Earlier values stay in the history.'
  return (
    <RecordForm
      entity={{ name: 'payments', singular: 'Payment', fields }}
      record={payment}
      labels={{ ...EDIT_LABELS, description }}
      onClose={onClose}
    />
  )
}

const EDIT_LABELS: FormLabels = {
  title: 'Check # and Memo',
  save: 'Save',
  saved: 'Payment saved',
  failed: 'Failed to save payment',
}

const LABELS: Record<Exclude<Form, 'edit'>, FormLabels> = {
  reverse: {
    title: 'Reverse Payment',
    description: 'The statements that it covers are open again. The payment stays in the register.',
    save: 'Reverse',
    saved: 'Payment reversed',
    failed: 'Failed to reverse payment',
  },
  reissue: {
    title: 'Reissue Payment',
    description: 'A new payment covers the same statements. The old one is reversed.',
    save: 'Reissue',
    saved: 'Payment reissued',
    failed: 'Failed to reissue payment',
  },
  closings: {
    title: 'Close Unapplied Money',
    description: 'The payee repaid it, or it is written off.',
    save: 'Save',
    saved: 'Unapplied money closed',
    failed: 'Failed to close unapplied money',
  },
}

function startText(
  form: Exclude<Form, 'edit'>,
  { method, unapplied }: PaymentDetails,
): Record<string, string> {
  if (form === 'reissue') return { paidOn: today(), method }
  if (form === 'closings') return { day: today(), amount: unapplied }
  return { day: today(), kind: method === 'check' ? 'never cashed' : 'returned' }
}

type ClosingsProps = { payment: PaymentDetails; busy: boolean; onUndo: (closing: number) => void }

function Closings({ payment: { closings }, busy, onUndo }: ClosingsProps) {
  if (closings.length === 0) return null
  return (
    <ul aria-label="Repayments and write-offs" className="grid gap-2">
      {closings.map(({ id, kind, day, amount, reason }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">
            {`${kind === 'repayment' ? 'Repaid' : 'Written off'}: ${formatMoney(toCents(amount))} on ${formatDay(day)}. ${reason}`}
          </span>
          <Button variant="secondary" disabled={busy} onClick={() => onUndo(id)}>
            Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}

type Step = { method: 'POST' | 'DELETE'; step: string; done: string; body?: object | undefined }

/** The steps of a payment that need no form. */
function usePaymentStep(id: number) {
  const { run, ...action } = useAction({
    send: ({ method, step, body }: Step, { confirmed }) => {
      const [field] = confirmed
      const query = method === 'DELETE' && field !== undefined ? `?confirmed=${field}` : ''
      const url = `/api/payments/${id}/${step}${query}`
      return request<unknown>(method, url, body ? { body: { ...body, confirmed } } : {})
    },
    done: (_, { done }) => done,
    failed: 'Failed to change payment',
    asks: 'everything',
  })
  return {
    ...action,
    post: (step: string, done: string, body?: object) => run({ method: 'POST', step, done, body }),
    undo: (closing: number) =>
      run({ method: 'DELETE', step: `closings/${closing}`, done: 'Undone' }),
  }
}

import { useRef, useState } from 'react'
import { newRecordSchema } from '#core/entities/entity.ts'
import { creditFields } from '#core/invoices/requests.ts'
import type { Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { formatMoney, readTypedAmount, toCents } from '#core/money.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { nameInvoice } from '#web/invoices/invoice-text.ts'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { checkCredit, type CreditText, listCreditable, sumCredit } from './credit-text.ts'
import { nameLine } from './invoice-lines.tsx'

type CreditDialogProps = { invoice: InvoiceDetails; onClose: () => void }

/** Asks how much of an approved invoice to credit: everything that is left, or amounts of its lines (SPEC C169). */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const credit = useCredit(invoice, onClose)
  const { text, errors, edit, submit, busy, failure } = credit
  const form = useRef<HTMLFormElement>(null)
  const { leave, question } = useConfirmLeave({
    changed: text.reason !== '' || Object.values(text.amounts).some(Boolean),
    what: 'this credit note',
    onLeave: onClose,
  })
  return (
    <Dialog
      open
      title={`Credit ${nameInvoice(invoice)}`}
      description={`${formatMoney(toCents(invoice.openAmount))} is open. The credit note gets its own number.`}
      onOpenChange={(open) => !open && leave()}
    >
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onKeyDown={saveByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          if (!submit()) setTimeout(() => focusInvalid(form.current))
        }}
      >
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <Labeled label={creditFields.on.label} name="on" error={errors.on} required>
            {(aria) => <DayInput {...aria} value={text.on} onChange={(on) => edit({ on })} />}
          </Labeled>
          <Labeled label={creditFields.reason.label} name="reason" error={errors.reason} required>
            {(aria) => (
              <TextInput
                {...aria}
                value={text.reason}
                onChange={(event) => edit({ reason: event.target.value })}
              />
            )}
          </Labeled>
        </div>
        <CreditLines invoice={invoice} text={text} errors={errors} onEdit={edit} />
        {failure && (
          <p role="alert" className="text-sm font-medium wrap-anywhere text-danger-ink">
            {failure}
          </p>
        )}
        <FormFoot
          onCancel={leave}
          save={`Credit ${formatMoney(sumCredit(invoice, text))}`}
          saving="Crediting..."
          busy={busy}
        />
      </form>
      {question}
      <QuestionDialog request={credit} />
    </Dialog>
  )
}

/** Focuses the first field with an error. */
function focusInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

const headSchema = newRecordSchema(creditFields)

function useCredit(invoice: InvoiceDetails, onClose: () => void) {
  const [text, setText] = useState<CreditText>({
    on: today(),
    reason: '',
    whole: true,
    amounts: {},
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { run, ...crediting } = useAction({
    send: (body: object, { key, confirmed }) =>
      request<Invoice>('POST', `/api/invoices/${invoice.id}/credit`, {
        body: { ...body, confirmed },
        headers: { 'Idempotency-Key': key },
      }),
    done: (note) => `${nameInvoice(note)} created`,
    failed: 'Failed to credit',
    asks: 'everything',
    onFields: (messages) => setErrors(joinMessages(messages)),
    onDone: onClose,
  })

  /** False if something must be corrected first. */
  function submit(): boolean {
    if (crediting.busy) return true
    const { on, reason, whole, amounts } = text
    const { error: invalid } = headSchema.safeParse({ on, reason })
    const found = {
      ...Object.fromEntries((invalid?.issues ?? []).map((one) => [one.path[0], one.message])),
      ...checkCredit(invoice, text),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return false
    const lines = listCreditable(invoice).flatMap(({ id }) => {
      const amount = readTypedAmount(amounts[id] ?? '')
      return amount === null || toCents(amount) === 0n ? [] : [{ lineId: id, amount }]
    })
    run({ on, reason, ...(whole ? { whole: true } : { lines }) })
    return true
  }

  return {
    ...crediting,
    text,
    errors,
    edit: (change: Partial<CreditText>) => setText((before) => ({ ...before, ...change })),
    submit,
  }
}

function joinMessages(fields: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [name, messages.join('. ')]),
  )
}

type CreditLinesProps = {
  invoice: InvoiceDetails
  text: CreditText
  errors: Record<string, string>
  onEdit: (change: Partial<CreditText>) => void
}

/** A choice between everything that is left and an amount for each line. */
function CreditLines({ invoice, text, errors, onEdit }: CreditLinesProps) {
  const all = formatMoney(sumCredit(invoice, { ...text, whole: true }))
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1 font-medium">What to Credit</legend>
      <Choice
        label={`Everything not credited yet: ${all}`}
        checked={text.whole}
        onChoose={() => onEdit({ whole: true })}
      />
      <Choice label="Some of it" checked={!text.whole} onChoose={() => onEdit({ whole: false })} />
      {!text.whole && (
        <div className="grid gap-1 pl-6">
          {errors.lines && <p className="text-xs font-medium text-danger-ink">{errors.lines}</p>}
          {listCreditable(invoice).map((line) => (
            <Labeled
              key={line.id}
              label={[line.loadNumber, nameLine(line)].filter(Boolean).join(': ')}
              name={`line-${line.id}`}
              error={errors[`line-${line.id}`] ?? (errors.lines && '')}
              hint={`${formatMoney(toCents(line.left))} is left`}
            >
              {(aria) => (
                <MoneyInput
                  {...aria}
                  adornment="$"
                  value={text.amounts[line.id] ?? ''}
                  onChange={(amount) => onEdit({ amounts: { ...text.amounts, [line.id]: amount } })}
                />
              )}
            </Labeled>
          ))}
        </div>
      )}
    </fieldset>
  )
}

type ChoiceProps = { label: string; checked: boolean; onChoose: () => void }

function Choice({ label, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-6 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="radio"
        name="credit"
        className="accent-accent"
        checked={checked}
        onChange={onChoose}
      />
      {label}
    </label>
  )
}

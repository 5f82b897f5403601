import { pluralize } from '#core/pluralize.ts'
import { paymentFields, type PaymentEntry as Payment } from '#core/settlements/approval.ts'
import { today } from '#web/api/today.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** `count`: the number of statements to pay. */
type PayManyProps = { count: number; onPay: (payment: Payment) => void; onClose: () => void }

const payment = { fields: paymentFields }

/** Asks for one payment that applies to all approved statements of the week (SPEC C3, C8). */
export function PayMany({ count, onPay, onClose }: PayManyProps) {
  const model = useRecordForm(payment, undefined, { text: { paidOn: today() } })
  const submit = model.form.handleSubmit((values) => {
    onPay(values as Payment)
    onClose()
  })
  return (
    <Dialog
      open
      title={`Mark ${pluralize(count, 'Statement')} Paid`}
      description="The date, method and reference apply to every statement."
      onOpenChange={(open) => !open && onClose()}
    >
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <FieldGrid model={model} names={Object.keys(model.fields)} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Mark Paid</Button>
        </div>
      </form>
    </Dialog>
  )
}

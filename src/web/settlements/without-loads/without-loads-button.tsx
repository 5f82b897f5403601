import { useState } from 'react'
import { useNavigate } from 'react-router'
import { TODAY, day, requiredReference } from '#core/fields/fields.ts'
import { settlementAddress } from '#core/settlements/history.ts'
import { useMay } from '#web/api/may.tsx'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const key = {
  fields: {
    truckId: requiredReference('Truck', 'trucks'),
    settlementDate: day('Settlement Date', TODAY),
  },
}

/** `truckId`: the truck; without it the dialog asks for one. */
type WithoutLoadsProps = { truckId?: number; truck?: string }

/** Opens the settlement of a truck for any date, even if no load has this settlement date (SPEC C23). */
export function WithoutLoadsButton(props: WithoutLoadsProps) {
  const [asking, setAsking] = useState(false)
  if (!useMay('payroll')) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Settlement Without Loads
      </Button>
      {asking && <WithoutLoadsDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function WithoutLoadsDialog({
  truckId,
  truck,
  onClose,
}: WithoutLoadsProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const model = useRecordForm(key, undefined, {
    text: truckId === undefined ? {} : { truckId: String(truckId) },
    labels: { truckId: truck ?? null },
  })
  const submit = model.form.handleSubmit((values) => navigate(settlementAddress(values)))
  return (
    <Dialog
      open
      title="Settlement Without Loads"
      description="For deductions in an idle week, or to return escrow. Choose any date."
      onOpenChange={(open) => !open && onClose()}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          // The truck's form, from which this dialog may be opened, must not be submitted.
          event.stopPropagation()
          void submit(event)
        }}
      >
        <FieldGrid model={model} names={Object.keys(model.fields)} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Open Settlement</Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useState } from 'react'
import type { Settlement } from '#core/settlements/settlement.ts'
import { payeeFields } from '#core/settlements/approval.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { describePreviousPayee, describeChangedOwner } from '#core/settlements/previous-owner.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { fromSaved } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'

type PayeeLineProps = { billing: Settlement | null; preview: SettlementPreview }

/** The payee, whether the truck's owner changed, and the button that changes the payee (SPEC C10). */
export function PayeeLine({ billing, preview }: PayeeLineProps) {
  const { hasChanges, replace } = useSettlement()
  const [choosing, setChoosing] = useState(false)
  const name = preview.payee?.name ?? null
  const isDraft = billing?.status === 'pending'
  const canChange = !billing || isDraft
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm">
      <p className="min-w-0 wrap-anywhere">
        Payee: <strong>{name ?? 'driver (no owner)'}</strong>
        {isDraft && preview.otherOwner && (
          <span className="block text-waiting">{describeChangedOwner(preview.otherOwner)}</span>
        )}
        {canChange && preview.former && (
          <span className="block text-waiting">{describePreviousPayee(preview.former)}</span>
        )}
      </p>
      {isDraft && (
        <Button variant="secondary" disabled={hasChanges} onClick={() => setChoosing(true)}>
          Change Payee
        </Button>
      )}
      {choosing && billing && (
        <RecordForm
          entity={{ name: 'billing', singular: 'Payee', fields: payeeFields }}
          record={{ ...billing, labels: { ownerId: name } }}
          onClose={() => setChoosing(false)}
          onSaved={(saved) => replace(fromSaved(saved))}
        >
          <p className="text-sm text-muted">
            Carry-forwards and balances return to the previous payee; recurring deductions are
            recalculated for the new one.
          </p>
        </RecordForm>
      )}
    </div>
  )
}

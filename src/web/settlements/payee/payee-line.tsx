import { useState } from 'react'
import type { Settlement } from '#core/settlements/settlement.ts'
import { payeeFields } from '#core/settlements/approval.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { describePreviousPayee, describeChangedOwner } from '#core/settlements/previous-owner.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { savedSettlement, type LoadedSettlement } from '#web/settlements/screen/sheet.ts'

type PayeeLineProps = {
  billing: Settlement | null
  preview: SettlementPreview
  /** Something is typed and not saved. */
  changed: boolean
  take: (next: LoadedSettlement) => void
}

/** Whom the settlement pays, whom the truck's last one paid, and the way to pay somebody else (SPEC C10). */
export function PayeeLine({ billing, preview, changed, take }: PayeeLineProps) {
  const [choosing, setChoosing] = useState(false)
  const name = preview.payee?.name ?? null
  const open = !billing || billing.status === 'pending'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm">
      <p className="min-w-0 wrap-anywhere">
        {billing?.status === 'paid' ? 'Paid' : 'Pays'} <strong>{name ?? 'no owner'}</strong>.{' '}
        {billing?.status === 'pending' && preview.otherOwner && (
          <span className="text-waiting">{describeChangedOwner(preview.otherOwner)}. </span>
        )}
        {open && preview.former && (
          <span className="text-waiting">{describePreviousPayee(preview.former)}.</span>
        )}
      </p>
      {billing?.status === 'pending' && (
        <Button variant="secondary" disabled={changed} onClick={() => setChoosing(true)}>
          Change Payee
        </Button>
      )}
      {choosing && billing && (
        <RecordForm
          entity={{ name: 'billing', singular: 'Payee', fields: payeeFields }}
          record={{ ...billing, labels: { ownerId: name } }}
          onClose={() => setChoosing(false)}
          onSaved={(saved) => take(savedSettlement(saved))}
        >
          <p className="text-sm text-muted">
            What came from the former payee&apos;s statements and balances goes back to that one;
            the recurring deductions are worked out for the new one.
          </p>
        </RecordForm>
      )}
    </div>
  )
}

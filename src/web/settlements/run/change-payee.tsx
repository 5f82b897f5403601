import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunRow } from '#core/settlements/run/run.ts'
import { useMay } from '#web/api/may.tsx'
import { PayeeForm } from '#web/settlements/payee/payee-form.tsx'
import { readSettlement } from '#web/settlements/queries.ts'
import { Button } from '#web/ui/button.tsx'

/** Changes the payee of a draft that doesn't pay the truck's current owner or driver, or has no payee (SPEC C8, C10, C342). */
export function ChangePayee({ row }: { row: RunRow }) {
  const { truck, billing, changedPayee, payeeName } = row
  const [open, setOpen] = useState(false)
  const mayChange = useMay('payroll')
  const id = billing?.id ?? 0
  const { data } = useQuery({
    queryKey: ['settlement', id, billing?.version],
    queryFn: () => readSettlement(id),
    enabled: open,
  })
  if (!mayChange || billing?.status !== 'pending') return null
  if (!changedPayee && payeeName !== null) return null
  const label = changedPayee ? 'Change Payee' : 'Choose Payee'
  return (
    <>
      <Button
        variant="secondary"
        aria-label={`${label}: truck ${truck}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && data && (
        <PayeeForm
          billing={data}
          name={changedPayee?.payee ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

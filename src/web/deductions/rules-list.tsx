import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { StoredRule } from '#core/settlements/rules.ts'
import { useMay } from '#web/api/may.tsx'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { rulesQuery } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleRow } from './rule-row.tsx'

type OpenDialog = { dialog: 'add' } | { dialog: 'edit' | 'delete'; rule: StoredRule }

/** The recurring deductions of one truck, or of all trucks if `truckId` is null (SPEC C2). */
export function RulesList({ truckId }: { truckId: number | null }) {
  const query = useQuery(rulesQuery(truckId))
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const mayChange = useMay('payroll')
  return (
    <div className="grid gap-3">
      <Query of={query} skeleton="h-16" empty="No recurring deductions yet.">
        {(data) => (
          <ul className="grid gap-2">
            {data.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                {...(mayChange && { onOpen: (dialog) => setOpen({ dialog, rule }) })}
              />
            ))}
          </ul>
        )}
      </Query>
      {mayChange && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setOpen({ dialog: 'add' })}
        >
          <Plus aria-hidden className="size-4" />
          Add Recurring Deduction
        </Button>
      )}
      {open?.dialog === 'add' && <RuleForm truckId={truckId} onClose={close} />}
      {open?.dialog === 'edit' && <RuleForm truckId={truckId} rule={open.rule} onClose={close} />}
      {open?.dialog === 'delete' && (
        // The server does not delete a rule that settlements use. Its error says what to do instead.
        <DeleteDialog
          path={`/api/deduction-rules/${open.rule.id}`}
          singular="Recurring Deduction"
          name={open.rule.description}
          description="It won't be added to new settlements. Saved settlements keep it."
          undoable
          onClose={close}
        />
      )}
    </div>
  )
}

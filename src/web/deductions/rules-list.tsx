import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { StoredRule } from '#core/settlements/rules.ts'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { rulesQuery } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleRow } from './rule-row.tsx'

type Opened = { form: 'add' } | { form: 'edit' | 'delete'; rule: StoredRule }

/** The recurring deductions of one truck, or (null) of every truck, to be added, changed and ended (SPEC C2). */
export function RulesList({ truckId }: { truckId: number | null }) {
  const { data, error, refetch } = useQuery(rulesQuery(truckId))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-3">
      {!data && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="text-sm text-muted">No recurring deductions yet.</p>}
      <ul className="grid gap-2">
        {data?.map((rule) => (
          <RuleRow key={rule.id} rule={rule} onOpen={(form) => setOpened({ form, rule })} />
        ))}
      </ul>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => setOpened({ form: 'add' })}
      >
        <Plus aria-hidden className="size-4" />
        Add Recurring Deduction
      </Button>
      {opened?.form === 'add' && <RuleForm truckId={truckId} onClose={close} />}
      {opened?.form === 'edit' && <RuleForm truckId={truckId} rule={opened.rule} onClose={close} />}
      {opened?.form === 'delete' && (
        // One that settlements name stays, and the answer says what to do instead.
        <DeleteDialog
          path={`/api/deduction-rules/${opened.rule.id}`}
          singular="Deduction"
          name={opened.rule.description}
          description="It makes no more lines. Those on saved settlements stay."
          onClose={close}
        />
      )}
    </div>
  )
}

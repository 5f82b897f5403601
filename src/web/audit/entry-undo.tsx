import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { AuditEvent } from '#core/audit/audit.ts'
import { loadCharges } from '#core/charges/charges.ts'
import type { LoggedEvent } from '#core/audit/saves.ts'
import { pluralize } from '#core/pluralize.ts'
import { statementAddress } from '#core/settlements/history.ts'
import type { Restorable } from '#core/undo/undo.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { undo } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button, LINK_BUTTON } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

/** What a user can undo or restore from an audit log entry (SPEC C46). */
export function useRestorable(id: number): Restorable | undefined {
  const { data } = useQuery({
    queryKey: ['audit', id, 'undo'],
    queryFn: () => request<Restorable>('GET', `/api/audit/${id}/undo`),
    gcTime: 0,
  })
  return data
}

type EntryUndoProps = { restorable: Restorable; onClose: () => void }

/** "Restore", or "Undo bulk change of 12 records". */
export function EntryUndo({ restorable, onClose }: EntryUndoProps) {
  const { operation, action, subject, records } = restorable
  if (!operation || !action) return null
  const isCharges = subject === loadCharges.name
  const what = isCharges ? CHARGES : UNDONE[action]
  const name = isCharges ? 'load' : 'record'
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      onClick={() => {
        onClose()
        void undo({
          operation,
          undone: (count) => `${what.of}${pluralize(count, name)} ${what.done}`,
        })
      }}
    >
      <RotateCcw aria-hidden className="size-4" />
      {records === 1 ? what.one : `${what.many} ${pluralize(records, name)}`}
    </Button>
  )
}

const UNDONE = {
  deleted: { one: 'Restore', many: 'Restore', of: '', done: 'restored' },
  changed: { one: 'Undo bulk change', many: 'Undo bulk change of', of: '', done: 'reverted' },
  created: { one: 'Undo import', many: 'Undo import of', of: '', done: 'removed' },
}

const CHARGES = {
  one: 'Undo change to charges',
  many: 'Undo change to charges of',
  of: 'Charges of ',
  done: 'restored',
}

type VoidUndoProps = {
  entry: Pick<AuditEvent, 'subject' | 'after'> & Pick<LoggedEvent, 'subjectId'>
}

/** For a void: a link to the statement's page, which has "Settle Again" (SPEC C94). */
export function VoidUndo({ entry: { subject, subjectId, after } }: VoidUndoProps) {
  if (subject !== 'billing' || subjectId === null || after?.status !== 'void') return null
  return (
    <Link className={classes(LINK_BUTTON, 'justify-self-start')} to={statementAddress(subjectId)}>
      <RotateCcw aria-hidden className="size-4" />
      Settle Again
    </Link>
  )
}

type RestoreValueProps = { entryId: number; field: string; label: string }

/** Sets one field of the record to its previous value. */
export function RestoreValue({ entryId, field, label }: RestoreValueProps) {
  const restoring = useAction({
    send: () => request('POST', `/api/audit/${entryId}/restore`, { body: { field } }),
    done: `${label} restored`,
    failed: `Failed to restore ${label}`,
    onFailure: refetchLists,
    refetch: refetchLists,
  })
  return (
    <button
      type="button"
      className="hit-area text-left font-medium text-accent-strong underline disabled:no-underline"
      aria-label={`Restore this value: ${label}`}
      disabled={restoring.busy || restoring.isDone}
      onClick={() => restoring.run()}
    >
      {restoring.isDone ? 'Restored' : 'Restore this value'}
    </button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Eye, RotateCcw } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type AuditEvent, auditLog } from '#core/audit/audit.ts'
import type { LoggedEvent, WithParts } from '#core/audit/saves.ts'
import { loadCharges } from '#core/charges/charges.ts'
import type { NamedPerson } from '#core/comments/comments.ts'
import { type AnyRecord, defaultColumns, type Listing } from '#core/entities/entity.ts'
import { optionalText } from '#core/fields/text.ts'
import { pluralize } from '#core/pluralize.ts'
import { statementAddress } from '#core/settlements/history.ts'
import type { Restorable } from '#core/undo/undo.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { undo } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { cellText } from '#web/records/format.ts'
import { Changes } from '#web/records/history/changes.tsx'
import { SavedParts } from '#web/records/history/saved-parts.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import type { ListState } from '#web/records/list/list-state.ts'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { Button, LINK_BUTTON } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** The audit log: every change, login and file, with filters and export (SPEC S31). */
export function AuditPage() {
  const list = useList(useAuditListing(), pathOf)
  const [shown, setShown] = useState<AnyRecord>()
  useRowKeys({ onOpen: (id) => setShown(list.rows?.find((row) => row.id === id)) })
  const rowActions = useCallback(
    (entry: AnyRecord): RowAction[] => [
      { text: 'View', label: 'View details', Icon: Eye, onClick: () => setShown(entry) },
    ],
    [],
  )
  return (
    <ListPage
      list={list}
      actions={
        <>
          <OnlyFor permission="trash">
            <Link to="/trash" className="hit-area text-sm font-medium text-accent-strong underline">
              Trash
            </Link>
          </OnlyFor>
          <ExportLink name={auditLog.name} query={list.match} />
        </>
      }
      rowActions={rowActions}
      firstStep="Changes will appear here."
    >
      {shown && <EntryDialog entry={shown as AuditRecord} onClose={() => setShown(undefined)} />}
    </ListPage>
  )
}

/** Shows all events of one save as one row, but only if sorted newest first: other orders separate the events of a save. */
function pathOf({ sort }: ListState): string {
  return sort === '' ? 'audit/saves' : 'audit'
}

const PERSON = { ...optionalText('Person'), control: 'choice' } as const

/** The audit log with a filter by person, for members who see the events of others (SPEC C70). */
function useAuditListing(): Listing {
  const seesOthers = useMay('audit-all')
  const { data: people } = useQuery({
    queryKey: ['audit', 'people'],
    queryFn: () => request<NamedPerson[]>('GET', '/api/audit/people'),
    enabled: seesOthers,
  })
  return useMemo(() => {
    if (!seesOthers || people?.length === 1) return auditLog
    const options = people?.map(({ personId, name }) => ({ value: personId, label: name }))
    return {
      ...auditLog,
      fields: {
        ...auditLog.fields,
        personId: { ...PERSON, ...(options && { options }) },
      },
    }
  }, [seesOthers, people])
}

type AuditRecord = AnyRecord & AuditEvent & Pick<LoggedEvent, 'subjectId'> & WithParts<LoggedEvent>

type EntryDialogProps = { entry: AuditRecord; onClose: () => void }

const COLUMNS = defaultColumns(auditLog).filter(({ title }) => title !== 'Changes')

/** One entry, with each changed field before and after. */
function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const restorable = useRestorable(entry.id)
  return (
    <Dialog open wide onOpenChange={onClose} title="Audit Log Entry">
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        {COLUMNS.map((column) => (
          <div key={column.title}>
            <dt className="text-muted">{column.title}</dt>
            <dd className="wrap-anywhere">{cellText(auditLog, column, entry) || '–'}</dd>
          </div>
        ))}
      </dl>
      <VoidUndo entry={entry} />
      {restorable && <EntryUndo restorable={restorable} onClose={onClose} />}
      <Changes
        event={entry}
        undo={({ name, label }) =>
          restorable?.fields.includes(name) && (
            <div>
              <RestoreValue entryId={entry.id} field={name} label={label} />
            </div>
          )
        }
      />
      {entry.parts && <SavedParts parts={entry.parts} others={entry.others ?? {}} />}
    </Dialog>
  )
}

/** What a user can undo or restore from an audit log entry (SPEC C46). */
function useRestorable(id: number): Restorable | undefined {
  const { data } = useQuery({
    queryKey: ['audit', id, 'undo'],
    queryFn: () => request<Restorable>('GET', `/api/audit/${id}/undo`),
    gcTime: 0,
  })
  return data
}

type EntryUndoProps = { restorable: Restorable; onClose: () => void }

/** "Restore", or "Undo bulk change of 12 records". */
function EntryUndo({ restorable, onClose }: EntryUndoProps) {
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
function VoidUndo({ entry: { subject, subjectId, after } }: VoidUndoProps) {
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
function RestoreValue({ entryId, field, label }: RestoreValueProps) {
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

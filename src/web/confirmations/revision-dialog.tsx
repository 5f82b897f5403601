import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay, isDay } from '#core/calendar.ts'
import { compareTotals } from '#core/confirmations/compare-totals.ts'
import { fillLoad } from '#core/confirmations/fill-load.ts'
import { toKeptReading } from '#core/confirmations/kept-reading.ts'
import { findDifferences, applyDifferences } from '#core/confirmations/revision.ts'
import { isScan } from '#core/confirmations/scan/scanned-pages.ts'
import type { DocumentFacts } from '#core/documents/documents.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { Control } from '#core/fields/field.ts'
import { formatMoney, parseAmount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { useVisible } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { shownFields, toFormText } from '#web/records/form/form-text.ts'
import { recordLabel } from '#web/records/format.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { useConfirmedTotal } from './confirmed-total.tsx'
import { PdfPages } from './pdf/pdf-pages.tsx'
import { StorePaper } from './store-paper.tsx'
import type { ReadPaper } from './read-file.ts'

type RevisionDialogProps = {
  entity: Entity
  read: ReadPaper
  load: AnyRecord
  /** The document of the inbox that is read. */
  stored: DocumentFacts | undefined
  /** Added to the title: " (2 of 5)". */
  place: string
  /** Saves the paper as a separate load. */
  onNew: () => void
  onSaved: () => void
  onClose: () => void
}

/** Shows how another confirmation differs from a known load. The user selects the changes to apply (SPEC C125). */
export function RevisionDialog(props: RevisionDialogProps) {
  const { entity, read, load, stored, place, onNew, onSaved, onClose } = props
  const fields = shownFields(useVisible(entity).fields)
  const names = Object.keys(fields).filter((name) => name !== 'notes')
  const text = toFormText(fields, load)
  const { data: confirmed } = useConfirmedTotal(load, 'revenue' in fields)
  const total = read.reading.fields.total?.value ?? null
  // The revenue of a load with charges is their sum, so it is no change to select.
  const isCharged = (confirmed?.load.chargeCount ?? 0) > 0
  const chargesDiffer = isCharged && confirmed ? compareTotals(total, confirmed.load) : null
  const [found] = useState(() =>
    findDifferences(fillLoad(read.reading, new Set(names)), text, names),
  )
  const differences = found.filter(({ name }) => !isCharged || name !== 'revenue')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isSaved, setIsSaved] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const number = recordLabel(entity, load)
  const saving = useAction({
    send: async () => {
      if (!selected.size) return
      const change = changeOf(load, names, differences, selected)
      await request<AnyRecord>('PUT', `/api/loads/${load.id}`, change)
      toast(`Load ${number} updated`)
    },
    failed: `Couldn't update load ${number}`,
    onDone: () => {
      setIsSaved(true)
      onSaved()
    },
    refetch: refetchLists,
  })
  const show = (name: string, value: string) => formatText(fields[name]?.control, value)
  if (isSaved) {
    return (
      <StorePaper
        file={read.file}
        stored={stored}
        load={{ id: load.id, name: number }}
        reading={toKeptReading(
          read.reading,
          applyDifferences(text, differences, selected),
          isScan(read.pages),
        )}
        isRevision
        onClose={onClose}
      />
    )
  }
  const labelOf = (name: string) => fields[name]?.label ?? name
  return (
    <Dialog
      open
      title={`Revision of Load ${number}${place}`}
      description={
        differences.length
          ? 'This confirmation differs from the load. Select the changes to apply to the load.'
          : 'This confirmation matches the load.'
      }
      onOpenChange={(open) => !open && onClose()}
      aside={
        <PdfPages
          pdf={read.pdf}
          active={active}
          marks={differences.map(({ name, read: place }) => ({
            field: name,
            label: labelOf(name),
            read: place,
          }))}
          onPick={setActive}
        />
      }
    >
      <form
        className="grid content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.run()
        }}
      >
        <p className="text-sm">
          <Link className="text-accent underline" to={pageAddress('loads', load.id)}>
            Open load {number}
          </Link>
        </p>
        {chargesDiffer && !chargesDiffer.isSame && (
          <p role="status" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
            {chargesDiffer.text} Change the charges on the load’s form.
          </p>
        )}
        <ul className="grid divide-y divide-line border-y border-line">
          {differences.map(({ name, before, after }) => (
            <li key={name}>
              <label
                className="grid cursor-pointer grid-cols-[auto_1fr] items-center gap-3 py-2 text-sm"
                onFocus={() => setActive(name)}
                onMouseEnter={() => setActive(name)}
              >
                <Checkbox
                  checked={selected.has(name)}
                  onChange={() => setSelected(toggle(selected, name))}
                />
                <span className="grid min-w-0 gap-x-3 sm:grid-cols-[9rem_1fr]">
                  <span className="font-medium">{labelOf(name)}</span>
                  <span className="wrap-anywhere">
                    <del className="text-muted">{show(name, before) || '(empty)'}</del> →{' '}
                    <ins className="no-underline font-medium">{show(name, after)}</ins>
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={onNew}>
            Save as a New Load Instead
          </Button>
          <Button type="submit" disabled={saving.busy}>
            {saving.busy ? 'Saving...' : labelSave(selected.size)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Formats a value as lists show it: "11/23/2026", "$1,650.00". */
function formatText(control: Control | undefined, text: string): string {
  if (control === 'day' && isDay(text)) return formatDay(text)
  const cents = control === 'money' ? parseAmount(text) : null
  return cents === null ? text : formatMoney(cents)
}

function labelSave(changes: number): string {
  return changes ? `Apply ${pluralize(changes, 'Change')}` : 'Store It Without Changes'
}

function toggle(selected: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(name)) next.add(name)
  return next
}

/** All fields, as a form sends them. Only the version that was compared is replaced (SPEC B22). */
function changeOf(
  load: AnyRecord,
  names: readonly string[],
  differences: readonly { name: string; after: string }[],
  selected: ReadonlySet<string>,
) {
  const taken = differences.filter(({ name }) => selected.has(name))
  return {
    body: Object.fromEntries([
      ...[...names, 'notes'].map((name) => [name, load[name]]),
      ...taken.map(({ name, after }) => [name, after]),
    ]),
    headers: { 'If-Match': `"${load.version}"` },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { listDifferent, type MergedName, type MergeUse } from '#core/merging/merging.ts'
import { request } from '#web/api/client.ts'
import { useVisible } from '#web/api/may.tsx'
import { useRecord } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { formatField, recordLabel } from '#web/records/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'

type Named = { id: number; label: string }

type MergeDialogProps = {
  name: MergedName
  /** Two or more. */
  records: readonly Named[]
  onClose: () => void
}

/** Asks which record stays, and which value where both have one. Then everything of the other record moves to it (SPEC C501–C503). */
export function MergeDialog({ name, records, onClose }: MergeDialogProps) {
  const entity = useVisible(getEntity(name))
  const [intoId, setInto] = useState(records[0]?.id ?? 0)
  const [fromId, setFrom] = useState(records[1]?.id ?? 0)
  const into = useRecord(name, intoId)
  const from = useRecord(name, fromId)
  const options = records.map(({ id, label }) => {
    const isOnly = records.filter((other) => other.label === label).length === 1
    return { value: String(id), label: isOnly ? label : `${label} (${id})` }
  })
  const error = into.error ?? from.error
  /** The other one of a pair changes too. */
  function keep(id: number) {
    if (id === fromId) setFrom(intoId)
    setInto(id)
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={`Merge ${entity.title}`}
      description="Everything of one record moves to the other. Approved statements and invoices print what they printed."
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Labeled label={`Keep This ${entity.singular}`} name="into">
          {(aria) => (
            <Select
              {...aria}
              value={String(intoId)}
              options={options}
              onChange={(id) => keep(Number(id))}
            />
          )}
        </Labeled>
        <Labeled label="Merge Into It" name="from">
          {(aria) => (
            <Select
              {...aria}
              value={String(fromId)}
              options={options.filter(({ value }) => value !== String(intoId))}
              onChange={(id) => setFrom(Number(id))}
            />
          )}
        </Labeled>
      </div>
      {error && (
        <LoadError
          error={error}
          onRetry={() => void Promise.all([into.refetch(), from.refetch()])}
        />
      )}
      {into.data && from.data && (
        <Merge
          key={`${intoId} ${fromId}`}
          entity={entity}
          name={name}
          kept={into.data}
          other={from.data}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type MergeProps = {
  entity: Entity
  name: MergedName
  kept: AnyRecord
  other: AnyRecord
  onClose: () => void
}

function Merge({ entity, name, kept, other, onClose }: MergeProps) {
  const [take, setTake] = useState<readonly string[]>([])
  const use = useQuery({
    queryKey: [name, 'merge', other.id],
    queryFn: () => request<MergeUse>('GET', `/api/${name}/${other.id}/merge`),
  })
  const labels = { kept: recordLabel(entity, kept), other: recordLabel(entity, other) }
  const merging = useAction({
    send: (_: void, { key }) =>
      request<AnyRecord>('POST', `/api/${name}/${kept.id}/merge`, {
        body: { from: other.id, take },
        headers: { 'Idempotency-Key': key },
      }),
    done: `${labels.other} was merged into ${labels.kept}`,
    failed: 'Failed to merge',
    onDone: onClose,
  })
  const different = listDifferent(entity, kept, other)
  const refusal = use.data?.refusal
  return (
    <>
      {different.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">Which value stays?</legend>
          {different.map((field) => (
            <ValueChoice
              key={field}
              label={entity.fields[field]?.label ?? field}
              values={[kept, other].map((record) => describe(entity, field, record))}
              taken={take.includes(field)}
              onTake={(isTaken) =>
                setTake(isTaken ? [...take, field] : take.filter((one) => one !== field))
              }
            />
          ))}
        </fieldset>
      )}
      <div className="text-sm" aria-live="polite">
        {use.isPending && <p className="text-muted">Checking what moves...</p>}
        {use.error && <p className="text-danger-ink">{use.error.message}</p>}
        {refusal && <p className="font-medium text-danger-ink">{refusal}</p>}
        {use.data && !refusal && <p>{describeMerge(labels, use.data.moves)}</p>}
        {use.data?.note && !refusal && <p className="font-medium">{use.data.note}</p>}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabled={!use.data || Boolean(refusal)}
          aria-disabled={merging.busy}
          onClick={() => merging.run()}
        >
          {merging.busy ? 'Merging...' : `Merge ${entity.title}`}
        </Button>
      </div>
    </>
  )
}

/** The text of a link or a choice, and not its stored value. */
function describe(entity: Entity, name: string, record: AnyRecord): string {
  const field = entity.fields[name]
  return field ? formatField(name, field, record) : ''
}

function describeMerge(labels: { kept: string; other: string }, moves: readonly string[]): string {
  const moved = moves.length ? `Moves to ${labels.kept}: ${moves.join(', ')}. ` : ''
  return `${moved}${labels.other} is deleted. This can’t be undone.`
}

type ValueChoiceProps = {
  label: string
  /** Of the kept record, then of the other one. */
  values: readonly string[]
  taken: boolean
  onTake: (taken: boolean) => void
}

function ValueChoice({ label, values, taken, onTake }: ValueChoiceProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="grid gap-x-4 border-t border-line pt-1 text-sm sm:grid-cols-[10rem_1fr_1fr]"
    >
      <span className="self-center text-muted">{label}</span>
      {values.map((value, at) => (
        <label
          key={at}
          className="flex min-h-8 items-center gap-2 wrap-anywhere pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={id}
            className="size-4 shrink-0 accent-accent"
            checked={taken === (at === 1)}
            onChange={() => onTake(at === 1)}
          />
          <span className="min-w-0 whitespace-pre-line">{value}</span>
        </label>
      ))}
    </div>
  )
}

import { useRef, useState } from 'react'
import type { FormSpec } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { lacksSecrets } from '#core/team/lacks-secrets.ts'
import type { Permission } from '#core/team/roles.ts'
import { ApiError, request } from '#web/api/client.ts'
import { isOwnSave } from '#web/api/own-saves.ts'
import { refetchLists, revealRecord } from '#web/api/queries.ts'
import { usePermissions } from '#web/api/session.ts'
import { newOperation, offerUndo, operationHeaders } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import type { FormLabels } from './form-labels.ts'
import type { FormRecord, RecordFormModel, RecordValues } from './use-record-form.ts'
import { isSameRecord, omitFields, type PartsConflict } from './versions.ts'

/** What a form saves with its record in the same request, for example the charges of a load. */
export type FormParts = {
  changed: boolean
  /** What the request sends besides the record. Null if the user must correct something: the form then shows where. */
  read: () => Record<string, unknown> | null
  /** The server's messages, by field. */
  showErrors: (fields: Record<string, string[]>) => void
  /** Starts over from what is stored. */
  reset: () => void
  undo: PartsUndo
  /** Compares the parts with those of the stored record after a conflict (SPEC C150). Throws if they can't be read. */
  compare: (current: FormRecord) => Promise<PartsConflict>
}

type SubmitOptions<Stored extends FormRecord> = {
  entity: Pick<FormSpec, 'name'>
  labels: FormLabels
  model: RecordFormModel<Stored>
  /** The fields in the order of the form. */
  names: readonly string[]
  /** Shows the tab of a field that may be hidden. */
  reveal?: ((name: string) => void) | undefined
  onSaved: (saved: Stored) => void
  /** What is saved with the record. */
  parts?: FormParts | undefined
}

/** Saves a form's record. Errors appear at their fields, and the first of these gets the focus. */
export function useSubmit<Stored extends FormRecord>(options: SubmitOptions<Stored>) {
  const { entity, labels, model, names, reveal, onSaved, parts } = options
  const { form, base, serverErrors } = model
  const { save, ...saved } = useSaveRecord({
    entity,
    fields: model.fields,
    labels,
    base,
    compareParts: parts?.compare,
    undo: parts?.undo,
    onSaved,
    onFieldErrors: showServerErrors,
  })

  function focusFirst(invalid: string[]) {
    const first = names.find((name) => invalid.includes(name))
    if (!first) return
    reveal?.(first)
    form.setFocus(first)
  }

  function showServerErrors(fields: Record<string, string[]>) {
    for (const [name, messages] of Object.entries(fields)) {
      if (!names.includes(name)) continue
      const message = messages.join('. ')
      serverErrors.set(name, { typed: form.getValues(name), message })
      form.setError(name, { type: 'server', message })
    }
    parts?.showErrors(fields)
    focusFirst(Object.keys(fields))
  }

  /** `readParts`: what the request sends besides the record. Null if the user must correct something. */
  async function submit(
    version = base?.version,
    readParts: () => Record<string, unknown> | null = () => (parts ? parts.read() : {}),
  ) {
    if (saved.saving) return
    serverErrors.clear()
    await form.handleSubmit(
      (values) => {
        const more = readParts()
        if (more) save({ ...values, ...more }, version)
      },
      (errors) => focusFirst(Object.keys(errors)),
    )()
  }

  return { submit, ...saved }
}

/** How to undo a change to the parts of an existing record (SPEC C148). */
type PartsUndo = {
  /** Whether the request changed the parts. */
  isChange: (values: RecordValues) => boolean
  /** "Undo Charges". */
  label: string
  /** The toast after an undo: "Charges restored". */
  undone: string
}

type SaveOptions<Stored> = {
  entity: Pick<FormSpec, 'name'>
  /** The fields of the form. */
  fields: Fields
  labels: FormLabels
  /** The record as it was opened; undefined for a new one. */
  base: Stored | undefined
  /** Compares the parts that the request also sends with the stored record's parts (SPEC C150). */
  compareParts?: ((current: FormRecord) => Promise<PartsConflict>) | undefined
  undo?: PartsUndo | undefined
  onSaved: (saved: Stored) => void
  /** Shows the server's messages at their fields. */
  onFieldErrors: (fields: Record<string, string[]>) => void
}

/** Someone else saved first: the values that were sent, and the record as it is stored now (SPEC B22). */
type Conflict<Stored> = {
  edited: RecordValues
  current: Stored
  isOwn: boolean
  parts: PartsConflict | undefined
}

type SaveRequest = { values: RecordValues; version: number | undefined; operation: string }

/** Adds a new record once (SPEC B23); updates a record only if it is still the opened version (SPEC B22). */
function useSaveRecord<Stored extends FormRecord>(options: SaveOptions<Stored>) {
  const { entity, fields, labels, base, compareParts, undo, onSaved, onFieldErrors } = options
  const [conflict, setConflict] = useState<Conflict<Stored>>()
  const permissions = usePermissions()
  const path = `/api/${entity.name}`
  /** The values of a request that got no response: they may have been saved. */
  const unanswered = useRef<RecordValues>(undefined)

  /** The toast. A change of parts can be undone. */
  function report(_: Stored, { values, operation }: SaveRequest): string | void {
    if (!base || !undo?.isChange(values)) return labels.saved
    const { label, undone } = undo
    offerUndo({ title: labels.saved, operation, label, undone: () => undone })
  }

  /** Returns why the values can't be compared. */
  async function resolve(
    found: Stored,
    { values }: SaveRequest,
    failure: Error,
  ): Promise<string | void> {
    const current = await addSecrets(found, entity.name, fields, permissions)
    if (!current) return failure.message
    const parts = await compareParts?.(current).catch((error: Error) => error)
    if (parts instanceof Error) return parts.message
    const own = parts ? omitFields(fields, parts.follows) : fields
    // An earlier attempt was saved, or someone saved the same values: there is nothing to choose.
    if (!parts?.choice && isSameRecord(own, values, current)) {
      toast(labels.saved)
      onSaved(current)
      return refetchLists()
    }
    const tried = unanswered.current
    const isOwn = isOwnSave(path, current) || (tried && isSameRecord(own, tried, current))
    setConflict({ edited: values, current, isOwn: isOwn ?? false, parts })
    void refetchLists()
  }

  const saving = useAction({
    send: ({ values, version, operation }: SaveRequest, { key, confirmed }) => {
      const body = confirmed.length > 0 ? { ...values, confirmed } : values
      const headers: Record<string, string> = base
        ? { 'If-Match': `"${version}"`, ...(undo ? operationHeaders(operation) : {}) }
        : { 'Idempotency-Key': key }
      return base
        ? request<Stored>('PUT', `${path}/${base.id}`, { body, headers })
        : request<Stored>('POST', path, { body, headers })
    },
    done: report,
    failed: labels.failed,
    asks: 'everything',
    onConflict: resolve,
    onFields: onFieldErrors,
    onDone: onSaved,
    onFailure: (error, { values }) => {
      if (error instanceof ApiError && error.status === 0) unanswered.current = values
    },
    refetch: refetchLists,
  })

  return {
    ...saving,
    saving: saving.busy,
    conflict,
    closeConflict: () => setConflict(undefined),
    save: (values: RecordValues, version = base?.version) =>
      saving.run({ values, version, operation: newOperation() }),
  }
}

/** The record including its bank details and tax ID, for the comparison; null if they can't be read. */
async function addSecrets<Stored extends FormRecord>(
  current: Stored,
  name: string,
  fields: Fields,
  permissions: ReadonlySet<Permission>,
): Promise<Stored | null> {
  if (!lacksSecrets(fields, current, permissions)) return current
  const revealed = await revealRecord(name, current.id).catch(() => null)
  return revealed && { ...current, ...revealed }
}

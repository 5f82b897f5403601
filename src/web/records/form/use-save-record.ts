import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormSpec } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { lacksSecrets } from '#core/team/lacks-secrets.ts'
import type { Permission } from '#core/team/roles.ts'
import { ApiError, readQuestion, request } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { isOwnSave } from '#web/api/own-saves.ts'
import { refetchLists, revealRecord } from '#web/api/queries.ts'
import { useRequestKey, messageFor } from '#web/api/request-key.ts'
import { usePermissions } from '#web/api/session.ts'
import { newOperation, offerUndo, operationHeaders, type Offer } from '#web/api/undo.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { FormLabels } from './form-labels.ts'
import type { FormRecord, RecordValues } from './use-record-form.ts'
import { isSameRecord, omitFields, type PartsConflict } from './versions.ts'

/** How to undo a change to the parts of an existing record (SPEC C148). */
export type PartsUndo = {
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

/** `confirmed`: the fields that the user has confirmed (SPEC C11). */
type SaveRequest = {
  values: RecordValues
  version: number | undefined
  operation: string
  confirmed?: string[]
}

/** What the server asks before it saves. */
type Question = { message: string; field: string; sent: SaveRequest }

/** Adds a new record once (SPEC B23); updates a record only if it is still the opened version (SPEC B22). */
export function useSaveRecord<Stored extends FormRecord>(options: SaveOptions<Stored>) {
  const { entity, fields, labels, base, compareParts, undo, onSaved, onFieldErrors } = options
  const [conflict, setConflict] = useState<Conflict<Stored>>()
  const [question, setQuestion] = useState<Question>()
  const permissions = usePermissions()
  const { key, onResponse } = useRequestKey()
  const path = `/api/${entity.name}`
  /** The values of a request that got no response: they may have been saved. */
  const unanswered = useRef<RecordValues>(undefined)

  async function finish(saved: Stored, undone?: Pick<Offer, 'operation' | 'undone' | 'label'>) {
    // The same form may add another record, which needs a new key.
    onResponse()
    if (undone) offerUndo({ title: labels.saved, ...undone })
    else toast(labels.saved)
    onSaved(saved)
    await refetchLists()
  }

  /** Undefined if the request changed nothing that can be undone. */
  function findUndo({ values, operation }: SaveRequest) {
    if (!base || !undo?.isChange(values)) return undefined
    return { operation, label: undo.label, undone: () => undo.undone }
  }

  async function resolve(current: Stored, { values }: SaveRequest) {
    const parts = await compareParts?.(current).catch((failure: Error) => failure)
    if (parts instanceof Error) return toastFailure(labels.failed, parts.message)
    const own = parts ? omitFields(fields, parts.follows) : fields
    // An earlier attempt was saved, or someone saved the same values: there is nothing to choose.
    if (!parts?.choice && isSameRecord(own, values, current)) return finish(current)
    const tried = unanswered.current
    const isOwn = isOwnSave(path, current) || (tried && isSameRecord(own, tried, current))
    setConflict({ edited: values, current, isOwn: isOwn ?? false, parts })
    void refetchLists()
  }

  const saving = useMutation({
    mutationFn: ({ values, version, operation, confirmed }: SaveRequest) => {
      const body = confirmed ? { ...values, confirmed } : values
      const headers: Record<string, string> = base
        ? { 'If-Match': `"${version}"`, ...(undo ? operationHeaders(operation) : {}) }
        : { 'Idempotency-Key': key }
      return base
        ? request<Stored>('PUT', `${path}/${base.id}`, { body, headers })
        : request<Stored>('POST', path, { body, headers })
    },
    onSuccess: (saved, sent) => finish(saved, findUndo(sent)),
    onError: async (error, sent) => {
      onResponse(error)
      const field = readQuestion(error)
      if (field !== null) {
        setQuestion({ message: error.message, field, sent })
        return
      }
      const current = await readConflict<Stored>(error, entity.name, fields, permissions)
      if (current) return resolve(current, sent)
      if (error instanceof ApiError && error.status === 0) unanswered.current = sent.values
      toastFailure(labels.failed, messageFor(error))
      if (error instanceof ApiError && error.fields) onFieldErrors(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    conflict,
    closeConflict: () => setConflict(undefined),
    question: question?.message,
    /** Sends the same values again, with the question's field confirmed. */
    confirm() {
      if (!question) return
      const { field, sent } = question
      setQuestion(undefined)
      saving.mutate({ ...sent, confirmed: [...(sent.confirmed ?? []), field] })
    },
    closeQuestion: () => setQuestion(undefined),
    save: (values: RecordValues, version = base?.version) =>
      saving.mutate({ values, version, operation: newOperation() }),
  }
}

/** The record as it is stored now, including its bank details and tax ID for the comparison; null without a conflict. */
async function readConflict<Stored extends FormRecord>(
  error: Error,
  name: string,
  fields: Fields,
  permissions: ReadonlySet<Permission>,
): Promise<Stored | null> {
  const current = await conflictFrom<Stored>(error)
  if (!current || !lacksSecrets(fields, current, permissions)) return current
  const revealed = await revealRecord(name, current.id).catch(() => null)
  return revealed && { ...current, ...revealed }
}

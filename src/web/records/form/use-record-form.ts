import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import {
  initialValues,
  newRecordSchema,
  type AnyRecord,
  type FormSpec,
} from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { useVisible } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { readForm, shownFields, toFormText, type FormText } from './form-text.ts'
import { withServerErrors, type ServerErrors } from './server-errors.ts'

/** The checked values of a form, as a request sends them. */
export type RecordValues = Record<string, unknown>

/** The label of each linked record, by the name of the reference; null without a link. */
export type Labels = Record<string, string | null>

/** A record that a form can edit, as the API returns it. */
export type FormRecord = {
  [field: string]: unknown
  id: number
  version: number
  labels?: Labels
}

/** The start values of a new record's form, and the labels of its links. */
export type FormStart = {
  text: FormText
  labels?: Labels
  /** The record that the new record duplicates. */
  copyOf?: Pick<AnyRecord, 'id' | 'version'>
}

/** The state that the inputs of a form need. */
export type FieldsModel = {
  form: UseFormReturn<FormText, unknown, RecordValues>
  fields: Fields
  labels: Labels
  setLabel: (name: string, label: string | null) => void
}

export type RecordFormModel<Stored extends FormRecord = AnyRecord> = FieldsModel & {
  /** The record as it was opened; a save replaces this version only (SPEC B22). */
  base: Stored | undefined
  /** Starts over from a newer version of the record. */
  resetTo: (current: Stored) => void
  /** Takes the values of some fields from a newer version of the record. */
  take: (current: Stored, names: string[]) => void
  /** Empties the form for the next new record: the fields get their own start values, not those of `start`. */
  startOver: () => void
  serverErrors: ServerErrors
}

/**
 * A form of text, checked by the request's own schema. It starts from `record`, or from the fields' start
 * values and `start` (SPEC A5).
 */
export function useRecordForm<Stored extends FormRecord = AnyRecord>(
  entity: Pick<FormSpec, 'fields'>,
  record: Stored | undefined,
  start: FormStart = { text: {} },
): RecordFormModel<Stored> {
  const visible = useVisible(entity)
  const [fields] = useState(() => shownFields(visible.fields))
  const [base, setBase] = useState(record)
  const [labels, setLabels] = useState<Labels>(record?.labels ?? start.labels ?? {})
  const [serverErrors] = useState<ServerErrors>(() => new Map())
  const [options] = useState(() => ({
    defaultValues: record
      ? toFormText(fields, record)
      : { ...initialValues(fields, today()), ...start.text },
    resolver: withServerErrors(createResolver(fields), serverErrors),
  }))
  const form = useForm<FormText, unknown, RecordValues>({
    ...options,
    mode: 'onTouched',
    shouldFocusError: false,
  })

  return {
    form,
    fields,
    base,
    labels,
    setLabel: (name, label) => setLabels((before) => ({ ...before, [name]: label })),
    resetTo(current) {
      setBase(current)
      setLabels(current.labels ?? {})
      form.reset(toFormText(fields, current))
    },
    take(current, names) {
      const text = toFormText(fields, current)
      for (const name of names) form.setValue(name, text[name] ?? '', { shouldDirty: true })
      const taken = Object.entries(current.labels ?? {}).filter(([name]) => names.includes(name))
      setLabels((before) => ({ ...before, ...Object.fromEntries(taken) }))
    },
    startOver() {
      serverErrors.clear()
      setLabels({})
      form.reset(initialValues(fields, today()))
    },
    serverErrors,
  }
}

function createResolver(fields: Fields): Resolver<FormText, unknown, RecordValues> {
  const read = z.record(z.string(), z.string()).transform((typed) => readForm(fields, typed))
  const schema = read.pipe(newRecordSchema(fields) as z.ZodType<RecordValues, FormText>)
  return zodResolver(schema)
}

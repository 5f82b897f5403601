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
import { today } from '#web/api/today.ts'
import { readForm, shownFields, toFormText, type FormText } from './form-text.ts'
import { withServerErrors, type ServerErrors } from './server-errors.ts'

/** What is sent: each field as its schema gives it, null where there is nothing. */
export type RecordValues = Record<string, unknown>

type Labels = Record<string, string | null>

/** What a new record's form starts from, and what the links among it are called. */
export type Start = { text: FormText; labels?: Labels }

/** A form over an entity's fields, and what its controls need to know of the record. */
export type RecordFormModel = {
  form: UseFormReturn<FormText, unknown, RecordValues>
  fields: Fields
  /** The record that the form changes, as it was read; a save goes over its version (SPEC B22). */
  base: AnyRecord | undefined
  /** What the linked records are called, by the name of the reference. */
  labels: Labels
  setLabel: (name: string, label: string | null) => void
  /** Starts again from a newer state of the record. */
  takeOver: (current: AnyRecord) => void
  refusals: ServerErrors
}

/**
 * The form holds text, checks it with the request's own schema, and starts from the record, or from
 * the fields' start values and `start` (SPEC A5).
 */
export function useRecordForm(
  entity: Pick<FormSpec, 'fields'>,
  record: AnyRecord | undefined,
  start: Start = { text: {} },
): RecordFormModel {
  const [fields] = useState(() => shownFields(entity.fields))
  const [base, setBase] = useState(record)
  const [labels, setLabels] = useState<Labels>(record?.labels ?? start.labels ?? {})
  const [refusals] = useState<ServerErrors>(() => new Map())
  const [options] = useState(() => ({
    defaultValues: record
      ? toFormText(fields, record)
      : { ...initialValues(fields, today()), ...start.text },
    resolver: withServerErrors(resolverOf(fields), refusals),
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
    takeOver(current) {
      setBase(current)
      setLabels(current.labels)
      form.reset(toFormText(fields, current))
    },
    refusals,
  }
}

function resolverOf(fields: Fields): Resolver<FormText, unknown, RecordValues> {
  const read = z.record(z.string(), z.string()).transform((typed) => readForm(fields, typed))
  const schema = read.pipe(newRecordSchema(fields) as z.ZodType<RecordValues, FormText>)
  return zodResolver(schema)
}

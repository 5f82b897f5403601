import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type FieldValues, type Resolver } from 'react-hook-form'
import { z } from 'zod'
import { formValues, initialValues, newRecordSchema, type AnyRecord } from '#core/entity.ts'
import type { Fields } from '#core/fields.ts'
import { readTypedAmount } from '#core/money.ts'
import { today } from '#web/api/today.ts'
import type { FormText } from './field-control.tsx'

/**
 * A form over declared fields: it holds text, checks it with the request's own schema, and starts
 * from the record or from the fields' start values (SPEC A5).
 */
export function useRecordForm(fields: Fields, record: AnyRecord | undefined) {
  const [start] = useState(() => (record ? formValues(fields, record) : initialValues(fields, today())))
  return useForm<FormText>({
    defaultValues: start,
    resolver: resolverOf(fields),
    mode: 'onTouched',
    shouldFocusError: true,
  })
}

/** SPEC B14: what a money field holds is read as a person types it, "$1,234.50", wherever the focus is. */
function resolverOf(fields: Fields): Resolver<FormText> {
  const read = (name: string, text: string) => {
    const control = fields[name]?.control
    return control === 'money' || control === 'quantity' ? (readTypedAmount(text) ?? text) : text
  }
  const schema = z.preprocess(
    (typed) => Object.fromEntries(Object.entries(typed as FormText).map(([name, text]) => [name, read(name, text)])),
    newRecordSchema(fields),
  )
  // What is sent is the typed text read once more by the schema: the form itself keeps text.
  return zodResolver(schema as unknown as z.ZodType<FieldValues, FieldValues>) as Resolver<FormText>
}

import { expect, test } from 'vitest'
import type { Resolver } from 'react-hook-form'
import type { FormText } from './form-text.ts'
import { withServerErrors, type ServerErrors } from './server-errors.ts'

const DUPLICATE = 'Load # L-7 already exists'
const MISSING = { type: 'required', message: 'Load # is required' }
const OPTIONS = { fields: {}, shouldUseNativeValidation: false }

/** Requires a load number, as the form's schema does. */
const check: Resolver<FormText, unknown, FormText> = (typed) =>
  typed.loadId
    ? { values: typed, errors: {} as Record<string, never> }
    : { values: {} as Record<string, never>, errors: { loadId: MISSING } }

async function findErrors(serverErrors: ServerErrors, typed: FormText) {
  const { errors } = await withServerErrors(check, serverErrors)(typed, undefined, OPTIONS)
  return errors
}

const duplicate = (): ServerErrors => new Map([['loadId', { typed: 'L-7', message: DUPLICATE }]])

test('B9 B15 A server error stays while the field keeps the rejected text', async () => {
  const errors = await findErrors(duplicate(), { loadId: 'L-7', notes: 'changed' })
  expect(errors).toEqual({ loadId: { type: 'server', message: DUPLICATE } })
})

test('B9 A server error disappears when the text of its field changes', async () => {
  expect(await findErrors(duplicate(), { loadId: 'L-8' })).toEqual({})
})

test('B9 The form’s own error replaces the server’s error at the same field', async () => {
  const rejected: ServerErrors = new Map([['loadId', { typed: '', message: DUPLICATE }]])
  const errors = await findErrors(rejected, { loadId: '' })
  expect(errors).toEqual({ loadId: MISSING })
})

test('Without server errors the form’s values pass', async () => {
  const result = await withServerErrors(check, new Map())({ loadId: 'L-8' }, undefined, OPTIONS)
  expect(result).toEqual({ values: { loadId: 'L-8' }, errors: {} })
})

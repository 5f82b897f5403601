import type { Field } from './field.ts'

/** Adds a hint for the form: one short sentence that says what the field decides. */
export function withHelp<Declared extends Field>(field: Declared, help: string): Declared {
  return { ...field, help }
}

/** Makes the input span both columns of the form. */
export function wide<Declared extends Field>(field: Declared): Declared {
  return { ...field, isWide: true }
}

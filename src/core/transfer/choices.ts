/** Matches the words of a file to the options of a choice, without guessing (SPEC C58). */
import { toNfc } from '#core/to-nfc.ts'
import type { Field } from '#core/fields/field.ts'

type Options = NonNullable<Field['options']>

/** By field, then by the folded word: the value that the user chose for it. */
export type ChosenValues = Readonly<Record<string, Readonly<Record<string, string>>>>

/** "In-Transit" → "intransit". */
export function foldWord(word: string): string {
  return toNfc(word)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The values that a word can mean: by value or label, else by another word for it. */
export function matchChoice(options: Options, word: string): string[] {
  const folded = foldWord(word)
  const named = options.filter(({ value, label }) =>
    [value, label].some((name) => foldWord(name) === folded),
  )
  const found = named.length
    ? named
    : options.filter(({ also = [] }) => also.some((other) => foldWord(other) === folded))
  return found.map(({ value }) => value)
}

/** Matches the words of a file to the options of a choice, without guessing (SPEC C58). */
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { toNfc } from '#core/to-nfc.ts'
import type { Field } from '#core/fields/field.ts'

type Options = NonNullable<Field['options']>

/** The value that the user chose for a word, by field and folded word. */
export type ChosenValues = Readonly<Record<string, Readonly<Record<string, string>>>>

/** "In-Transit" → "intransit". */
export function foldWord(word: string): string {
  return toNfc(word)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The values that a word can mean: by value or label, otherwise by an alias. */
export function matchChoice(options: Options, word: string): string[] {
  if (word.length > SHORT_LENGTH) return []
  const words = meanings.get(options) ?? listMeanings(options)
  meanings.set(options, words)
  return words.get(foldWord(word)) ?? []
}

/** The values that each folded word can mean, by the options of a field. */
const meanings = new WeakMap<Options, Map<string, string[]>>()

function listMeanings(options: Options): Map<string, string[]> {
  const named = groupByWord(options, ({ value, label }) => [value, label])
  const byAlias = groupByWord(options, ({ aliases = [] }) => aliases)
  return new Map([...byAlias, ...named])
}

function groupByWord(
  options: Options,
  listWords: (option: Options[number]) => readonly string[],
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const option of options) {
    for (const word of new Set(listWords(option).map(foldWord))) {
      groups.set(word, [...(groups.get(word) ?? []), option.value])
    }
  }
  return groups
}

/** What changed between two files of one kind: news, not a verdict (SPEC C230). */
import { formatDay } from '#core/calendar.ts'
import { describeAnswer, isBondMissing, type FileAnswer } from './answers.ts'
import { FILES, type FileKind, type FileRow } from './file-kinds.ts'

/** One sentence for each change; none if the rows are the same in both files. */
export function listNews(before: FileAnswer | null, now: FileAnswer): string[] {
  if (!before) return []
  const { label } = FILES[now.kind]
  const days = `files of ${formatDay(before.day)} and ${formatDay(now.day)}`
  if (now.answer === 'absent' && before.answer !== 'absent')
    return [
      `${label}: in the file of ${formatDay(before.day)}, no longer in the file of ${formatDay(now.day)}`,
    ]
  if (before.answer === 'absent' && now.answer !== 'absent')
    return [`${label}: new in the file of ${formatDay(now.day)}`]
  const changed = listChangedRows(now.kind, before.rows, now.rows)
  if (!changed.length) return []
  const answer =
    before.answer === now.answer ? [] : [`${describeWhole(now)}; before: ${describeWhole(before)}`]
  return [...answer, ...changed.map((change) => `${label}: ${change} (${days})`)]
}

function describeWhole(answer: FileAnswer): string {
  return describeAnswer({ ...answer, bondMissing: isBondMissing(answer) })
}

/** Compares two single rows column by column; otherwise lists the new and the vanished rows. */
function listChangedRows(
  kind: FileKind,
  before: readonly FileRow[],
  now: readonly FileRow[],
): string[] {
  const gone = without(before, now)
  const added = without(now, before)
  const [old] = gone
  const [current] = added
  if (old && current && gone.length === 1 && added.length === 1)
    return listChangedCells(kind, old, current)
  return [
    ...gone.map((row) => `a row is gone: ${describeRow(kind, row)}`),
    ...added.map((row) => `a new row: ${describeRow(kind, row)}`),
  ]
}

function listChangedCells(kind: FileKind, old: FileRow, current: FileRow): string[] {
  return Object.entries(FILES[kind].kept)
    .filter(([title]) => old[title] !== current[title])
    .map(([title, label]) => `${label} ${old[title] ?? '–'} → ${current[title] ?? '–'}`)
}

function describeRow(kind: FileKind, row: FileRow): string {
  return Object.keys(FILES[kind].kept)
    .flatMap((title) => row[title] ?? [])
    .join(', ')
}

/** The rows of the first list that the second one does not have. */
function without(rows: readonly FileRow[], others: readonly FileRow[]): FileRow[] {
  const known = new Set(others.map(toKey))
  return rows.filter((row) => !known.has(toKey(row)))
}

function toKey(row: FileRow): string {
  return JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Compares a draft that settles a void statement again with that statement (SPEC C94). */
import { sql } from 'kysely'
import { formatDay } from '#core/calendar.ts'
import { compareStatements } from '#core/settlements/comparison/compare-statements.ts'
import {
  toDraft,
  describeLoadChanges,
  selectMissing,
} from '#core/settlements/again/compare-again.ts'
import { isSame, type SettledAgain } from '#core/settlements/again/settle-again.ts'
import { lineName, type Line } from '#core/settlements/lines.ts'
import type { Settlement, SettlementLoad } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import {
  readStatement,
  type StatementWithLoads,
} from '#server/settlements/comparison/read-statement.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { readTruckPayee } from '#server/settlements/payee/payee.ts'
import { readDisplacedLines, type DisplacedLine } from './displaced-lines.ts'
import { readVoidedPartners } from './read-state.ts'

/** `lines`: the lines of the void statement. */
type Settled = { voided: Settlement; lines: Line[]; draft: Settlement }

export async function describeSettledAgain(
  work: Work,
  userId: string,
  { voided, lines, draft }: Settled,
): Promise<SettledAgain> {
  const before = toDraft(await readStatement(work, userId, voided))
  const after = await readStatement(work, userId, draft)
  const comparison = compareStatements(after, before)
  const loadNotes = await describeLoads(work, userId, before.loads, after.loads)
  const lineNotes = await describeMissing(work, userId, { voided, lines, draft })
  return {
    settlement: draft,
    number: voided.number ?? 0,
    isEqual: isSame(comparison) && loadNotes.length === 0,
    comparison,
    notes: [
      ...(await describePayee(work, userId, draft, voided, before)),
      ...loadNotes,
      ...lineNotes,
    ],
    partners: await readVoidedPartners(work, userId, voided.id),
  }
}

async function describeLoads(
  work: Work,
  userId: string,
  before: SettlementLoad[],
  after: SettlementLoad[],
): Promise<string[]> {
  const ids = before.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`select id from loads
    where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(work)
  const stored = new Set(rows.map(({ id }) => id))
  return describeLoadChanges(before, after, new Set(ids.filter((id) => !stored.has(id))))
}

async function describeMissing(
  work: Work,
  userId: string,
  { voided, lines, draft }: Settled,
): Promise<string[]> {
  const missing = selectMissing(lines, await readLineRows(work, userId, draft.id))
  if (missing.length === 0) return []
  const displaced = await readDisplacedLines(work, userId, voided.id)
  return missing.map((line) => {
    const place = displaced.find(({ ownId }) => ownId === line.id)
    return `“${lineName(line)}” ${place ? describePlace(place) : 'is no longer open or due'}`
  })
}

function describePlace({ number, settlementDate }: DisplacedLine): string {
  return number === null
    ? `is on the draft of ${formatDay(settlementDate)}`
    : `is on statement ${number}`
}

async function describePayee(
  work: Work,
  userId: string,
  draft: Settlement,
  { payee, number }: Settlement,
  { payeeName }: StatementWithLoads,
): Promise<string[]> {
  if (draft.payee !== payee) return ["It pays the truck's current payee: the statement had none"]
  const current = await readTruckPayee(work, userId, draft.truckId)
  if (current.payee === payee) return []
  return [
    `It pays ${payeeName ?? 'the same payee'}, as statement ${number} did. The truck has another payee now.`,
  ]
}

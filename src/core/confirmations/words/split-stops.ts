/** Divides "PU 11/23 8am, DEL 11/25 2pm" into the two stops that it names. */
import { DAY_TEXT } from '#core/confirmations/values/days.ts'
import { toCell, type Cell, type WordLine } from './lines.ts'

const PICKUP = 'pu|p\\/u|pick[\\s-]?up|pick|load(?:ing|s)?'
const DELIVERY = 'del|delivery|deliver|delivers|drop|unload(?:ing|s)?'

const TWO_STOPS = new RegExp(
  `^\\W*(?:${PICKUP})\\b.*[\\s,;/-](?=(?:${DELIVERY})\\b\\s*(?:on|at|@|by|[:–-])*\\s*(?:${DAY_TEXT}|:))`,
  'i',
)

export function splitStops(lines: readonly WordLine[]): WordLine[] {
  return lines.map((line) => ({ ...line, cells: line.cells.flatMap(splitCell) }))
}

function splitCell(cell: Cell): Cell[] {
  const length = TWO_STOPS.exec(cell.text)?.[0].length
  const at = length === undefined ? -1 : cell.starts.findIndex((start) => start >= length)
  if (at < 1) return [cell]
  return [cell.words.slice(0, at), cell.words.slice(at)].map((words) =>
    toCell(words, cell.page, cell.line),
  )
}

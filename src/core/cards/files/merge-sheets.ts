/** A workbook may have a sheet for each week or each card (SPEC C562). */
import type { CardPurchase } from '#core/cards/purchases.ts'
import type { Cents } from '#core/money.ts'
import type { CardFile } from './read-card-file.ts'

type SheetFile = { name: string; file: CardFile }

/**
 * The file that all sheets are together. A purchase of several sheets counts once; with other figures its second row is a problem. Each
 * purchase has the place of its sheet.
 */
export function mergeSheets([first, ...rest]: readonly [SheetFile, ...SheetFile[]]): CardFile {
  if (rest.length === 0) return first.file
  const sheets = [first, ...rest]
  const known = new Map<string, CardPurchase & { sheetName: string }>()
  const merged: CardFile = {
    ...first.file,
    purchases: [],
    others: [],
    problems: [],
    leftOut: [],
    // A sheet that does not show its order is asked about.
    days: sheets.find(({ file }) => file.days.example !== null)?.file.days ?? first.file.days,
    total: addTotals(sheets.map(({ file }) => file.total)),
    negative: pickNegative(sheets),
  }
  for (const [sheet, { name, file }] of sheets.entries()) {
    const inSheet = (text: string) => `${name}: ${text}`
    merged.others.push(...file.others.map((one) => ({ ...one, sheet })))
    merged.leftOut.push(...file.leftOut.map((one) => ({ ...one, text: inSheet(one.text) })))
    merged.problems.push(...file.problems.map((one) => ({ ...one, column: inSheet(one.column) })))
    for (const purchase of file.purchases) {
      const own = `${purchase.key}\t${purchase.item}`
      const other = known.get(own)
      if (!other) {
        known.set(own, { ...purchase, sheetName: name })
        merged.purchases.push({ ...purchase, sheet })
      } else if (!isEqual(other, purchase)) {
        const message = `Row ${other.line} of the sheet ${other.sheetName} has other amounts for this purchase`
        merged.problems.push({ line: purchase.line, column: inSheet(file.total.title), message })
        merged.total.unread += purchase.net
      }
    }
  }
  return merged
}

function isEqual(one: CardPurchase, other: CardPurchase): boolean {
  return one.retail === other.retail && one.net === other.net && one.day === other.day
}

function pickNegative(sheets: readonly SheetFile[]): CardFile['negative'] {
  const answers = sheets.map(({ file }) => file.negative)
  return answers.includes('unknown') ? 'unknown' : (answers.find((one) => one !== null) ?? null)
}

/** A sheet without a total of its own counts with the sum of its rows. */
function addTotals(totals: readonly CardFile['total'][]): CardFile['total'] {
  const add = (pick: (total: CardFile['total']) => Cents) =>
    totals.reduce((sum, total) => sum + pick(total), 0n)
  const isPrinted = totals.some(({ printed }) => printed !== null)
  return {
    title: totals[0]?.title ?? '',
    printed: isPrinted ? add(({ printed, rows }) => printed ?? rows) : null,
    rows: add(({ rows }) => rows),
    unread: add(({ unread }) => unread),
    others: add(({ others }) => others),
  }
}

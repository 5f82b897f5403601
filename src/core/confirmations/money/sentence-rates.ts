/**
 * The rate in running text: "at the agreed rate of $2,150 all in", "We will pay you a flat rate of $2,150.00 for this load" (SPEC C601).
 */
import { findAmountHits, type AmountHit } from './charges.ts'
import type { WordLine } from '#core/confirmations/words/lines.ts'

const RATE_NAMED =
  /\b(?:agreed(?:[\s-]upon)?|flat|all[\s-]?in|carrier|total|negotiated|confirmed|contract(?:ed)?|gross|freight)\s+(?:[a-z-]+\s+)?(?:rate|price|amount|pay|payment|compensation|cost|total)(?:\s+(?:for|on) (?:this|the) (?:load|shipment|trip))?\s*(?:of|is|will be|at|:)?\s*(?:usd?\s*)?$/i

const PAID =
  /(?:\bwe(?:['’]ll| will| shall| agree to)? pay(?: you| the carrier| carrier)?|\b(?:you|carrier)(?:['’]ll| will| shall) (?:be paid|receive)|\byou are paid|\b(?:load|trip|truck) pays)\s*(?::\s*)?(?:(?:an?|the) )?(?:(?:flat|total|all[\s-]?in|agreed)\s+)*(?:(?:rate|amount|sum|price|total)\s+)?(?:of )?(?:usd?\s*)?$/i

/** The line of a message: "Paying $1,850". */
const PAYS_FIRST = /^(?:paying|pays)\s*:?\s*(?:usd?\s*)?$/i

/** A sentence that can be about another amount, or another load. */
const DOUBTFUL =
  /\b(?:if|unless|may|might|can|could|would|up to|per|each|every|less|minus|deduct\w*|fined?|fines|penalt\w*|detention|layover|lumper|tonu|advances?|fee|fees|quick ?pay|late|claims?|insurance|cargo|value|not|never|no longer|previous\w*|original\w*|instead|was|were|another|other|additional|extra|plus|second|half|both|loads|example|balance|remaining|deposit|cod|offer\w*|quot\w*|counter\w*)\b|%|n['’]t\b|\?/i

/** Every amount that a sentence names as what the load pays. */
export function findSentenceRates(lines: readonly WordLine[]): AmountHit[] {
  return lines.flatMap((line, at) => {
    const [cell] = line.cells
    if (!cell || line.cells.length > 1 || /^\s*>/.test(cell.text)) return []
    const hits = findAmountHits(line)
    return hits.filter(({ span }) => {
      const before = sentenceBefore(neighbor(lines, at, -1) + cell.text.slice(0, span.from))
      const after = sentenceAfter(cell.text.slice(span.to) + ' ' + neighbor(lines, at, 1))
      const isAllIn =
        /\b(?:at|for|is|rate)\s*(?:usd?\s*)?$/i.test(before) &&
        /^\s*(?:usd?\s*)?all[\s-]?in\b/i.test(after)
      const isNamed =
        isAllIn ||
        [RATE_NAMED, PAID].some((words) => words.test(before)) ||
        PAYS_FIRST.test(cell.text.slice(0, span.from))
      return (
        isNamed &&
        !DOUBTFUL.test(before) &&
        !DOUBTFUL.test(after) &&
        !/\$\s?\d/.test(before + after)
      )
    })
  })
}

/** The line above or below, if it can be of the same paragraph. */
function neighbor(lines: readonly WordLine[], at: number, step: 1 | -1): string {
  const [line, other] = [lines[at], lines[at + step]]
  const [cell] = other?.cells ?? []
  if (!line || !other || !cell || other.cells.length > 1 || other.page !== line.page) return ''
  const gap = Math.abs(other.baseline - line.baseline)
  return gap <= WIDEST_LEADING * Math.max(line.height, other.height) ? `${cell.text} ` : ''
}

/** The widest distance of two lines of one paragraph, in line heights. */
const WIDEST_LEADING = 1.6

function sentenceBefore(text: string): string {
  return text.split(/[.!?;]\s+/).at(-1) ?? ''
}

function sentenceAfter(text: string): string {
  return /^.*?(?:[.!?;](?=\s)|$)/.exec(text)?.[0] ?? ''
}

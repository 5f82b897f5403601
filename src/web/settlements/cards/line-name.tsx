import { Link } from 'react-router'
import { purchaseAddress } from '#core/settlements/cards/draft-cards.ts'
import { type Line, lineName } from '#core/settlements/lines.ts'

/** The name of a line. That of a card purchase leads to the purchase (SPEC C577). */
export function LineName({ line }: { line: Line }) {
  const { cardPurchaseId } = line
  if (!cardPurchaseId) return lineName(line)
  return (
    <Link className="hit-area text-accent-strong underline" to={purchaseAddress(cardPurchaseId)}>
      {lineName(line)}
    </Link>
  )
}
